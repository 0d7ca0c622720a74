"""The one shape in which the service answers errors over HTTP, that of GraphQL itself (design 8)."""

from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

CODE_BY_STATUS = {
    401: "UNAUTHENTICATED",
    403: "FORBIDDEN",
    404: "NOT_FOUND",
    429: "RATE_LIMITED",
    503: "UNAVAILABLE",
    504: "TIMEOUT",
}


def code_for_status(status: int) -> str:
    """The error code of design 8 that an HTTP error status stands for."""
    fallback = "INTERNAL" if status >= 500 else "BAD_INPUT"
    return CODE_BY_STATUS.get(status, fallback)


def error_response(status: int, code: str, message: str, *, headers: dict[str, str] | None = None, **extensions: Any) -> JSONResponse:
    """A response `{"errors": [{"message", "extensions": {"code", …}}]}`."""
    body = {"errors": [{"message": message, "extensions": {"code": code, **extensions}}]}
    return JSONResponse(body, status_code=status, headers=headers)


async def answer_http_exception(request: Request, error: Exception) -> Response:
    """Answers what routing or a file route refuses: an unknown path, or a method that the path does not take."""
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    if error.status_code == HTTPStatus.NOT_FOUND:
        message = f"there is nothing at {request.url.path}; the API is at /graphql"
    elif error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        message = f"{request.url.path} does not take {request.method}; it takes {headers.get('Allow', 'other methods')}"
    else:
        message = error.detail
    return error_response(error.status_code, code_for_status(error.status_code), message, headers=headers)
