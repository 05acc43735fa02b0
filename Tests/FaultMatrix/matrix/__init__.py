"""Faults of speech services, simulated by servers that follow only the public documentation of the services."""
