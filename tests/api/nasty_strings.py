"""Texts that break out of queries, scripts and logs where somebody pastes them together."""

from itertools import count, product

_BREAKS = [
    "'",
    '"',
    "`",
    "\\",
    "\\'",
    '\\"',
    "\\u0027",
    "')",
    '")',
    "`)",
    "'}",
    '"}',
    "]",
    "*/",
    "//",
    "\n",
    "\r\n",
    ";",
    "$given",
    "{{",
    "${x}",
    "%s",
    "\u2028",
]
_PAYLOADS = [
    " OR true",
    " OR 1=1 //",
    "}) DETACH DELETE n //",
    "}) MATCH (n) DETACH DELETE n RETURN 1 //",
    " WITH 1 AS x MATCH (n) SET n.owned = true //",
    "}) CREATE (:Owned {owned: true}) //",
    " SET n:Owned REMOVE n:Thread //",
    "} IN TRANSACTIONS",
    " UNION MATCH (n) RETURN n",
    " CALL db.labels() YIELD label RETURN label //",
    " CALL dbms.shutdown()",
    " LOAD CSV FROM 'http://127.0.0.1:9/' AS line RETURN line",
    " DROP CONSTRAINT thread_id IF EXISTS",
    "$workspace",
    "$given.workspace",
    " `workspace`: 'other'",
    "\u0000".replace("\u0000", "\u0001\u0007\u001b[31m"),
    "\u202egnp.exe\u200b\ufeff",
    "𝒙👩‍👩‍👧é",
    "__typename } { providers { kind }",
    "<script>alert(1)</script>",
    "(a+)+$",
    "~*:+-&|!^[]?/",
]  # fmt: skip


def nasty_strings(number: int) -> list[str]:
    """So many different texts, the same each time; none is blank, none above 200 characters, none with what Neo4j cannot store."""
    found = [f"x{opening}{payload}" for opening, payload in product(_BREAKS, _PAYLOADS)]
    for extra in count():
        if len(found) >= number:
            return found[:number]
        found.append(f"{found[extra]} {found[-1 - extra]}"[:190] + str(extra))
    raise AssertionError
