"""How long a test waits for what will come: beside busy tests a process may get a twentieth of a core. Who waits in vain, fails later."""

PATIENCE = 120
"""Seconds."""
