"""The closed sets of words of the domain, as GraphQL enums of the same names."""

import strawberry

from lineage.domain import kinds

for _kind in vars(kinds).values():
    if isinstance(_kind, type) and issubclass(_kind, kinds.Word) and _kind is not kinds.Word:
        strawberry.enum(_kind, description=_kind.__doc__ if "__doc__" in vars(_kind) else None)
