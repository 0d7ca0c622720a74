"""Whether a request that brings no credentials may be one that a web page made behind its user's back.

Without credentials, whoever reaches the service may use it, and a browser on this machine reaches it for every page that it shows. A page
may call it under a name of its own that leads to loopback (DNS rebinding), which the Host header tells; or send what the browser lets
pass without asking (cross-site request forgery), which Origin and Sec-Fetch-Site tell.
"""

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from lineage.auth.loopback import is_loopback


def complaint_about(headers: Headers, hosts: Collection[str], origins: Collection[str]) -> str | None:
    """What speaks against a request, in words for its sender; None when nothing does.

    hosts are names that it may be sent to beside those of loopback, origins those of pages that may call.
    """
    host = _name(f"//{headers.get('host', '')}")
    if host is None or not (is_loopback(host) or host in {name.lower() for name in hosts}):
        return f"the service is not called {headers.get('host', '')!r}: while auth is off, LINEAGE_ALLOWED_HOSTS names what it is called"
    origin = headers.get("origin")
    if origin is not None:
        if origin in origins or "*" in origins or _is_same(origin, headers.get("host", "")):
            return None
        return f"pages of {origin} may not call the service: LINEAGE_CORS_ORIGINS names those that may"
    if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        return "pages of other origins may not call the service: LINEAGE_CORS_ORIGINS names those that may"
    return None


def _is_same(origin: str, host: str) -> bool:
    """Whether a page came from the same service: of the same name and port. A proxy may speak TLS where the service does not."""
    return origin.partition("://")[2].lower() == host.lower()


def _name(url: str) -> str | None:
    try:
        return (urlsplit(url).hostname or "").lower() or None
    except ValueError:
        return None
