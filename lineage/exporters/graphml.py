"""GraphML (http://graphml.graphdrawing.org/): every node and relationship of the graph with its properties, typed (design 1)."""

from collections.abc import AsyncIterator, Iterator, Mapping

from lineage.exporters.graph_elements import NODES, RELATIONSHIPS, Edge, Node, elements_of
from lineage.exporters.markup import content
from lineage.exporters.properties import OTHER, Type, other, written
from lineage.exporters.streaming import Part
from lineage.store.records.model import Row

TYPES = {Type.TEXT: "string", Type.TIME: "string", Type.INTEGER: "long", Type.BOOLEAN: "boolean"}
HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""


class GraphmlExporter:
    """Holds nothing but the part at hand: an edge comes after the nodes that it joins."""

    name = "graphml"
    media_type = "application/graphml+xml; charset=utf-8"
    file_suffix = ".graphml"
    binary = False

    async def export(self, parts: AsyncIterator[Part]) -> AsyncIterator[bytes]:
        """One directed graph of all trees. A node's or edge's key `label` says what it is; the keys are declared before the graph."""
        yield "".join(_head()).encode()
        async for part in parts:
            yield "".join(_element(element) for element in elements_of(part)).encode()
        yield b"</graph>\n</graphml>\n"


def _keys(of: str, kinds: Mapping[str, Mapping[str, Type]]) -> dict[str, str]:
    """The type of each key: those of all kinds together, since a name means one thing in GraphML."""
    keys = {"label": "string", OTHER: "string"}
    for kind, properties in kinds.items():
        for property, type in properties.items():
            assert keys.setdefault(property, TYPES[type]) == TYPES[type], f"{of} {kind}.{property} has two types"
    return keys


KEYS = {"node": _keys("node", NODES), "edge": _keys("edge", RELATIONSHIPS)}


def _head() -> Iterator[str]:
    yield HEAD
    for of, keys in KEYS.items():
        for key, type in keys.items():
            yield f'<key id="{of}.{key}" for="{of}" attr.name="{key}" attr.type="{type}"/>\n'
    yield '<graph id="lineage" edgedefault="directed">\n'


def _element(element: Node | Edge) -> str:
    if isinstance(element, Node):
        return f'<node id="{element.id}">{_data("node", element.label, element.properties, NODES)}</node>\n'
    data = _data("edge", element.label, element.properties, RELATIONSHIPS)
    return f'<edge source="{element.source}" target="{element.target}">{data}</edge>\n'


def _data(of: str, label: str, properties: Row, kinds: Mapping[str, Mapping[str, Type]]) -> str:
    known = kinds[label]
    data = [f'<data key="{of}.label">{label}</data>']
    for name in known:
        if (value := written(properties.get(name))) is not None:
            data.append(f'<data key="{of}.{name}">{content(value)}</data>')
    if (rest := other(properties, known)) is not None:
        data.append(f'<data key="{of}.{OTHER}">{content(rest)}</data>')
    return "".join(data)
