"""What happened in parts of time: what is counted, how time is divided, and what is told of it."""
