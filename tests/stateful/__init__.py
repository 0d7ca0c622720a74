"""The running service and the model in memory, driven by the same random commands and held to the same answers."""
