"""Ports for what a test starts."""

import socket


def free_port(kind=socket.SOCK_STREAM):
    """A port of this computer that nobody uses now. Give 0 instead to programs that say which they have taken."""
    with socket.socket(type=kind) as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
