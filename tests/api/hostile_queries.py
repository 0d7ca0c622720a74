"""Queries that a hostile client sends to keep the service busy, each by another way."""

from collections.abc import Mapping

_FRAGMENT = "fragment f{0} on Thread {{ {1} }}"
_OF_SESSIONS = "fragment f{0} on ProviderThread {{ {1} }}"


def _times(text: str, count: int) -> str:
    return " ".join(text.format(number) for number in range(count))


def _nested(opening: str, inside: str, count: int, closing: str = "}") -> str:
    return f"{opening * count}{inside}{closing * count}"


def _of_thread(selection: str) -> str:
    return f'{{ thread(id: "t") {{ {selection} }} }}'


def _of_session(selection: str) -> str:
    return f'{{ providerThread(id: "t") {{ {selection} }} }}'


HOSTILE: Mapping[str, str] = {
    "a field thousands of times": _of_thread("id " * 4900),
    "a field fifty-one times": _of_thread("id " * 51),
    "an object over a thousand times": _of_session("forkedFrom { id } " * 1200),
    "an object as often, hidden in inline fragments": _of_session("... { forkedFrom { id } } " * 60),
    "hundreds of roots": "{ " + 'thread(id: "t") { id } ' * 480 + "}",
    "a flood of aliases": "{ " + _times('a{0}: thread(id: "t") {{ id }}', 300) + " }",
    "aliases of a heavy question": "{ " + _times('a{0}: forkTree(rootThreadId: "t") {{ nodes {{ depth }} }}', 50) + " }",
    "thousands of unknown directives": _of_thread("id " + "@a " * 2400),
    "a flood of known directives": _of_thread("id " + "@skip(if: false) " * 51),
    "directives in fragments": _of_thread(_times("...f{0}", 9))
    + " ".join(_FRAGMENT.format(number, "id " + "@a " * 6) for number in range(9)),
    "fragments that double each time": _of_thread("...f0")
    + " ".join(_FRAGMENT.format(number, f"...f{number + 1} ...f{number + 1}") for number in range(40))
    + _FRAGMENT.format(40, "id"),
    "hundreds of fragments": _of_thread(_times("...f{0}", 300)) + " ".join(_FRAGMENT.format(number, "id") for number in range(300)),
    "fragments in a circle": _of_thread("...f0") + _FRAGMENT.format(0, "children { ...f1 }") + _FRAGMENT.format(1, "ancestors { ...f0 }"),
    "a fragment in itself": _of_thread("...f0") + _FRAGMENT.format(0, "...f0"),
    "fragments in a circle that nobody uses": _of_thread("id") + _FRAGMENT.format(0, "...f1") + _FRAGMENT.format(1, "...f0"),
    "a recursion just above the depth": _of_session(_nested("forkedFrom { ", "id", 25)),
    "a recursion of hundreds of levels": _of_session(_nested("forkedFrom { ", "id", 900)),
    "a recursion by fragments": _of_session("...f0")
    + " ".join(_OF_SESSIONS.format(number, f"forkedFrom {{ ...f{number + 1} }}") for number in range(45))
    + _OF_SESSIONS.format(45, "id"),
    "hundreds of inline fragments in each other": _of_thread(_nested("... { ", "id", 900)),
    "inline fragments below what parses": _of_thread(_nested("... { ", "id", 60)),
    "a value of hundreds of levels": f"{{ thread(id: {_nested('{a: ', '1', 1200)}) {{ id }} }}",
    "children of children of children": _of_thread(_nested("children { ", "id", 8)),
    "a huge page": "{ threads(first: 2147483647) { edges { node { id } } } }",
    "large pages in large pages": "{ threads(first: 500) { edges { node { runs(first: 500) { edges { node { items(first: 500) { totalCount } } } } } } } }",
    "large pages by variables": "query($n: Int = 500) { threads(first: $n) { edges { node { runs(first: $n) { edges { node { id } } } } } } }",
    "large pages below lists below lists": _of_thread(
        "children { children { children { children { runs(first: 500) { edges { node { id } } } } } } }"
    ),
    "thousands of names that do not exist": _of_thread(_times("f{0}", 900)),
    "hundreds of arguments": "{ thread(" + _times("a{0}: 1", 1500) + ") { id } }",
    "hundreds of variables": "query(" + _times("$v{0}: ID", 1200) + ") { thread(id: $v0) { id } }",
    "hundreds of operations": " ".join(f'query q{number} {{ thread(id: "t") {{ id }} }}' for number in range(350)),
    "a deep introspection": "{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }",
    "a batch of introspections in one": "{ " + _times("a{0}: __schema {{ types {{ name }} }}", 40) + " }",
    "a hundred thousand characters": _of_thread("id") + " #" + "x" * 100_000,
    "a name of a hundred thousand characters": _of_thread("x" * 100_001),
    "a text of a hundred thousand characters": f'{{ threads(titleContains: "{"(a+)+" * 25_000}") {{ totalCount }} }}',
    "more tokens than are read": _of_thread("id @skip(if: false) " * 1000),
}
