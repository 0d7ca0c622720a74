"""The container files, as far as they can be judged without starting containers."""
