"""Takes the port that the service listens on, before anything else is started."""

import errno
import socket

from lineage.errors import Unavailable

BACKLOG = 2048
STALLED_SECONDS = 60
"""A connection whose client takes nothing of what is sent for so long is cut, where the system can do that (Linux)."""


class CannotListen(Unavailable):
    """The address cannot be listened on; the message says why and what to do."""


def open_listener(host: str, port: int) -> socket.socket:
    """A socket that listens on `host` and `port`; port 0 takes a free one, which `getsockname()[1]` tells.

    Raises CannotListen.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except socket.gaierror as error:
        raise CannotListen(f"cannot listen on {host}: {error.strerror}; expected a host name or an IP address of this machine") from None
    # asyncio switches Nagle's algorithm off only for sockets that name TCP; left on, it delays each answer by up to 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Connections inherit it. Neither the server nor its protocols give up a client that answers, but reads nothing.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_SECONDS * 1000)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise CannotListen(_reason(host, port, error)) from None
    return listener


def _reason(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} on {host} is in use by another program; choose another port, or 0 for any free one"
    if error.errno == errno.EACCES:
        return f"port {port} on {host} needs more rights than this user has; choose one above 1023"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this machine"
    return f"cannot listen on {host} port {port}: {error.strerror}"
