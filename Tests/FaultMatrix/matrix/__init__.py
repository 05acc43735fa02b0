"""Faults of speech services, played by servers that know the public documents alone."""
