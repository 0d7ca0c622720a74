"""What an OpenID provider publishes, fetched with bounds: nothing that it answers can take long or much."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

import httpx
import orjson

from lineage.auth.loopback import is_loopback
from lineage.errors import Unavailable

SECONDS = 5.0
MOST_BYTES = 512 * 1024


def is_safe(url: str) -> bool:
    """Whether what comes from there is what was sent: HTTPS, or a provider on this machine."""
    parts = urlsplit(url)
    return parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or ""))


async def fetch_json(http: httpx.AsyncClient, url: str) -> dict[str, Any]:
    """The JSON object at an address. UNAVAILABLE when there is none; redirects are not followed."""
    if not is_safe(url):
        raise Unavailable(f"the OpenID provider's address {url!r} is neither of https nor on this machine")
    try:
        async with asyncio.timeout(SECONDS), http.stream("GET", url, headers={"Accept": "application/json"}) as response:
            if response.status_code != httpx.codes.OK:
                raise Unavailable(f"the OpenID provider answered {url} by HTTP status {response.status_code}")
            body = bytearray()
            async for part in response.aiter_bytes():
                body += part
                if len(body) > MOST_BYTES:
                    raise Unavailable(f"the OpenID provider's answer at {url} is larger than {MOST_BYTES} bytes")
        found = orjson.loads(body)
    except TimeoutError:
        raise Unavailable(f"the OpenID provider did not answer {url} within {SECONDS:g} s") from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise Unavailable(f"the OpenID provider cannot be reached at {url}: {type(error).__name__}") from error
    except ValueError as error:
        raise Unavailable(f"the OpenID provider's answer at {url} is no JSON") from error
    if not isinstance(found, dict):
        raise Unavailable(f"the OpenID provider's answer at {url} is no JSON object")
    return found
