"""Arguments that several tools take."""

from typing import Annotated

from pydantic import Field

ThreadId = Annotated[str, Field(description="The thread's id, as find_threads shows it.")]
First = Annotated[int, Field(ge=1, le=500, description="How many entries of each list to show at most.")]
After = Annotated[str | None, Field(description="To get the rest of an answer: what that answer gave as rest.after.")]
