"""appendItems: what happened in a run, for summaries and for people."""

from lineage.domain.summary import item_characters
from lineage.errors import BadInput
from lineage.service.checks import ids_are_free
from lineage.service.inputs import AppendItemsInput, TurnItemInput
from lineage.service.openings import RUN
from lineage.service.payloads import AppendItemsPayload
from lineage.service.run_state import found_run
from lineage.service.unit import Unit
from lineage.store.changes import to_json


async def append_items(unit: Unit, command: AppendItemsInput) -> AppendItemsPayload:
    """The items, in the order given, after those that the run has. They may come in any state of the run."""
    items_are_small_enough(unit, command.items)
    given = [item.id for item in command.items if item.id is not None]
    if len(set(given)) < len(given):
        raise BadInput("two items have the same id")
    loaded = await unit.open(RUN, runId=command.run_id, newItemIds=given)
    state = found_run(loaded, command.run_id)
    ids_are_free(loaded["taken"])
    ids = [unit.new_id(item.id) for item in command.items]
    first = state.run["itemCount"]
    for index, (id, item) in enumerate(zip(ids, command.items, strict=True), first):
        unit.changes.create_item(state.id, {"id": id, "index": index, "kind": item.kind, "text": item.text, "data": to_json(item.data)})
    characters = sum(item_characters(item.kind, item.text, item.data) for item in command.items)
    if ids:
        unit.changes.set_run(state.id, itemCount=first + len(ids), characters=state.run["characters"] + characters)
    views = await unit.save(itemIds=ids)
    return AppendItemsPayload(items=tuple(views.items[id] for id in ids))


def items_are_small_enough(unit: Unit, items: list[TurnItemInput]) -> None:
    """BAD_INPUT for more items than are taken at once, and for one that is too long."""
    if len(items) > unit.settings.max_items:
        raise BadInput(f"{len(items)} items were given: at most {unit.settings.max_items} are accepted at once")
    limit = unit.settings.max_item_bytes
    for index, item in enumerate(items):
        for what, text in (("text", item.text), ("data", to_json(item.data))):
            if text is not None and len(text.encode()) > limit:
                raise BadInput(f"the {what} of item {index} takes {len(text.encode())} bytes: at most {limit} are accepted")
