"""Why a configured summarizer gave no summary."""


class SummarizerError(Exception):
    """No usable summary came. reason is one sentence for the handoff that fails by it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
