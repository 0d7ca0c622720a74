"""Agent programs: what the service's native actions mean for each of them (port.py says what an adapter has to do)."""
