"""Carrying out what the service decides: its native actions on the real agent programs, and the report of how they went."""
