"""Faults to plant in the story, by the kind of invariant that they break."""

from tests.verify.faults.content import CONTENT_FAULTS
from tests.verify.faults.providers import PROVIDER_FAULTS
from tests.verify.faults.runs import RUN_FAULTS
from tests.verify.faults.threads import THREAD_FAULTS
from tests.verify.faults.transfers import TRANSFER_FAULTS

Fault = tuple[str, str]
"""What verify has to say is wrong, and the query that plants it and returns by what it has to be named. $W stands for the workspace's property."""

FAULTS: dict[str, list[Fault]] = {**THREAD_FAULTS, **RUN_FAULTS, **PROVIDER_FAULTS, **TRANSFER_FAULTS, **CONTENT_FAULTS}
