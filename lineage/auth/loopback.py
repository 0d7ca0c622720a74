"""What counts as this machine alone."""

from ipaddress import ip_address


def is_loopback(host: str) -> bool:
    """Whether a host name or address is of this machine alone. Names but localhost are not looked up: what they name can change."""
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        return ip_address(host.removeprefix("[").removesuffix("]")).is_loopback
    except ValueError:
        return False
