"""A language model behind an OpenAI-compatible chat endpoint as summarizer."""

import asyncio
from typing import Self

import httpx

from lineage.summarizer.answer import summary_in
from lineage.summarizer.failure import SummarizerError
from lineage.summarizer.material import messages_for

_BYTES_PER_CHARACTER = 12
"""A character that JSON escapes as two surrogates."""
_BYTES_AROUND = 256 * 1024
_SHOWN_OF_AN_ERROR = 200


class ConfiguredSummarizer:
    """Asks one model for summaries. Use aclose() when done, or `async with`."""

    def __init__(self, url: str, model: str, api_key: str | None = None, timeout: float = 60.0, max_chars: int | None = None) -> None:
        """url is the endpoint's base, such as http://localhost:8000/v1. timeout is in seconds, for a whole request.

        max_chars is the length that the model is asked to keep to, where that is less than the limit of a summary.
        Raises ValueError when the url is not one of HTTP, and for a timeout or max_chars that is not positive.
        """
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"the summarizer's url is {url!r}, expected http://… or https://…")
        if timeout <= 0 or (max_chars is not None and max_chars < 1):
            raise ValueError(f"the summarizer's timeout ({timeout}) and max_chars ({max_chars}) must be positive")
        self.model = model
        self._endpoint = f"{url.rstrip('/')}/chat/completions"
        self._api_key = api_key
        self._timeout = timeout
        self._max_chars = max_chars
        self._client = httpx.AsyncClient(headers={"Authorization": f"Bearer {api_key}"} if api_key else {}, timeout=None)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._client.aclose()

    async def summarize(self, material: str, limit: int) -> str:
        """The model's summary of the material, of 1 to limit characters.

        Raises SummarizerError when the endpoint cannot be reached, is too slow, refuses, or gives no whole summary within the limit.
        """
        wanted = min(limit, self._max_chars) if self._max_chars else limit
        request = {"model": self.model, "messages": messages_for(material, wanted), "stream": False}
        try:
            async with asyncio.timeout(self._timeout):
                status, body = await self._post(request, _BYTES_AROUND + limit * _BYTES_PER_CHARACTER)
        except TimeoutError:
            raise SummarizerError(f"the summarizer did not answer within {self._timeout:g} s") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise SummarizerError(
                f"the request to the summarizer failed: {self._hiding_the_key(str(error) or type(error).__name__)}"
            ) from error
        if status != httpx.codes.OK:
            said = self._hiding_the_key(" ".join(body.decode(errors="replace").split()))[:_SHOWN_OF_AN_ERROR]
            raise SummarizerError(f"the summarizer answered with HTTP status {status}" + (f": {said}" if said else ""))
        return summary_in(body, limit)

    async def _post(self, request: dict[str, object], most_bytes: int) -> tuple[int, bytes]:
        body = bytearray()
        async with self._client.stream("POST", self._endpoint, json=request) as response:
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > most_bytes:
                    raise SummarizerError(f"the summarizer's answer has more than {most_bytes} bytes, far more than a summary takes")
            return response.status_code, bytes(body)

    def _hiding_the_key(self, text: str) -> str:
        return text.replace(self._api_key, "…") if self._api_key else text
