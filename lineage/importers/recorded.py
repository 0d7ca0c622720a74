"""The neutral model of recorded threads, for readers; see lineage.domain.recording.recorded."""

from lineage.domain.recording.recorded import *  # noqa: F403
