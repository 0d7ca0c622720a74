"""What commands take beside plain arguments."""

from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from lineage.domain.kinds import TurnItemKind


class Input(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True, extra="forbid")


class StalenessPolicyInput(Input):
    """Limits for one decision; what is left out is as the service's settings say."""

    max_off_provider_runs: int | None = None
    max_chained_handoffs: int | None = None
    max_delta_ranges: int | None = None
    max_compacted_runs: int | None = None


class ThreadVersionInput(Input):
    """The last version of a thread that was seen; 0 for none."""

    thread_id: str
    version: int


class CheckpointInput(Input):
    """The state of the files after a run. diff_summary is any JSON."""

    id: str | None = None
    workspace_ref: str | None = None
    diff_summary: Any = None


class TurnItemInput(Input):
    """Something that happened in a run. data is any JSON."""

    kind: TurnItemKind
    id: str | None = None
    text: str | None = None
    data: Any = None
