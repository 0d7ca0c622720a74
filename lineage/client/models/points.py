"""Places and stretches of histories."""

from pydantic import Field

from lineage.client.models.answer import Answer


class Reference(Answer):
    """Another thing, by its id."""

    id: str


class RunSegment(Answer):
    """An inclusive range of run ordinals together with the thread that they count in."""

    thread_id: str
    first: int = Field(alias="from")
    last: int = Field(alias="to")


class OrdinalRange(Answer):
    """An inclusive range of the ordinals of one thread's runs."""

    first: int = Field(alias="from")
    last: int = Field(alias="to")


class ContextSourcePoint(Answer):
    """The exact state that a transfer takes over."""

    thread_id: str
    run_id: str | None
    ordinal: int | None
    checkpoint_id: str | None
    turn_item_id: str | None
    provider_thread_ref: str | None
    provider_turn_ref: str | None
