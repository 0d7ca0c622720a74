"""What is at /graphql over HTTP: the API, and for browsers GraphiQL."""

from starlette.datastructures import Headers, QueryParams
from starlette.types import ASGIApp, Receive, Scope, Send

from lineage.web.error_responses import error_response
from lineage.web.graphiql import GraphiQLPage
from lineage.web.graphql_errors import GraphQLErrors


class GraphQLEndpoint:
    """ASGI application that gives operations to `graphql` and shows `page` to a browser that brings none."""

    def __init__(self, graphql: ASGIApp, page: GraphiQLPage | None) -> None:
        self.graphql = GraphQLErrors(graphql)
        self.page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        without_query = scope["method"] in ("GET", "HEAD") and "query" not in QueryParams(scope["query_string"])
        if not without_query:
            await self.graphql(scope, receive, send)
        elif self.page is not None and "text/html" in Headers(scope=scope).get("accept", ""):
            await self.page.response()(scope, receive, send)
        else:
            message = "a GET request needs the parameter query; a POST request needs a JSON object with a query"
            await error_response(400, "BAD_INPUT", message)(scope, receive, send)
