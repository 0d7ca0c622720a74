"""Documents that clients name by their hash instead of sending them again (automatic persisted queries).

A request has extensions.persistedQuery {version: 1, sha256Hash}. With a document the service keeps it, without one it takes the one
that it kept under the hash, or says that it has none: then the client sends both. What is kept is a text, which is checked like any
other each time; who may ask is decided before.
"""

import hashlib
from dataclasses import replace
from typing import Any

from strawberry.http import GraphQLRequestData

from lineage.api.last_used import LastUsed
from lineage.errors import BadInput, PersistedQueryNotFound

MOST_DOCUMENTS = 1000
MOST_CHARACTERS = 5_000_000


class PersistedDocuments:
    """The documents that were used last, by hash; no more than so many, and so many characters in all."""

    def __init__(self, most: int = MOST_DOCUMENTS, most_characters: int = MOST_CHARACTERS) -> None:
        self._documents = LastUsed[str](most, most_characters)

    def __len__(self) -> int:
        return len(self._documents)

    def resolved(self, request: GraphQLRequestData) -> GraphQLRequestData:
        """The request with its document. PERSISTED_QUERY_NOT_FOUND, and BAD_INPUT for a hash that is none, or not that of the document."""
        told = (request.extensions or {}).get("persistedQuery")
        if told is None:
            return request
        hash = _hash_of(told)
        if request.query is None:
            if (kept := self._documents.find(hash)) is None:
                raise PersistedQueryNotFound("PersistedQueryNotFound")
            return replace(request, query=kept)
        if hashlib.sha256(request.query.encode(errors="surrogatepass")).hexdigest() != hash:
            raise BadInput("extensions.persistedQuery.sha256Hash is not the SHA-256 of the query, as 64 hexadecimal digits in lower case")
        self._documents.keep(hash, request.query, len(request.query))
        return request


def _hash_of(told: Any) -> str:
    if not isinstance(told, dict) or told.get("version") != 1 or not isinstance(told.get("sha256Hash"), str):
        raise BadInput("extensions.persistedQuery is not of a kind that is known: expected {version: 1, sha256Hash: text}")
    hash: str = told["sha256Hash"]
    return hash
