"""Keeps the schema from being asked for, where the operator wants that."""

from typing import Any

from graphql import FieldNode, GraphQLError, ValidationRule

from lineage.errors import Forbidden


class NoIntrospection(ValidationRule):
    """FORBIDDEN for __schema and __type, anywhere in a document. __typename, which clients need, stays."""

    def enter_field(self, node: FieldNode, *_: Any) -> None:
        if node.name.value in ("__schema", "__type"):
            refused = Forbidden(f"the service does not answer {node.name.value}: LINEAGE_INTROSPECTION is false")
            self.report_error(GraphQLError(refused.message, node, original_error=refused))
