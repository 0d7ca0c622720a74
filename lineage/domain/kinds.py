"""The closed sets of words of the domain; names and values are those of the GraphQL contract."""

from enum import StrEnum, auto


class Word(StrEnum):
    """A word of a closed set; its value is its name."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[str]) -> str:
        return name


class ThreadRelationshipKind(Word):
    FORK = auto()
    PROVIDER_HANDOFF = auto()
    MERGE_BACK = auto()
    SUBAGENT_SPAWN = auto()
    SUBAGENT_RESULT = auto()


class ParentRelationship(Word):
    """How a thread came from its parent."""

    FORK = auto()
    SUBAGENT = auto()


class Actor(Word):
    USER = auto()
    AGENT = auto()
    SYSTEM = auto()


class RunStatus(Word):
    """ROLLED_BACK is reached by rollbackThread alone."""

    PREPARING = auto()
    RUNNING = auto()
    COMPLETED = auto()
    FAILED = auto()
    INTERRUPTED = auto()
    ROLLED_BACK = auto()


class ProviderThreadStatus(Word):
    ACTIVE = auto()
    RESUME_FAILED = auto()
    DIVERGENT = auto()
    ROLLED_BACK = auto()
    CLOSED = auto()


class NativeRollbackState(Word):
    PENDING = auto()
    DONE = auto()
    FAILED = auto()


class ContextTransferStatus(Word):
    PENDING = auto()
    RESOLVED_NATIVE = auto()
    RESOLVED_PORTABLE = auto()
    FAILED = auto()
    CONSUMED = auto()
    SUPERSEDED = auto()


class ResolutionStrategy(Word):
    NATIVE_FORK = auto()
    PORTABLE_CONTEXT = auto()
    DELTA_CONTEXT = auto()
    CHECKPOINT_CONTEXT = auto()


class HandoffStrategy(Word):
    DELTA_SINCE_TARGET_LAST_SEEN = auto()
    FULL_THREAD_SUMMARY = auto()
    CHECKPOINT_SUMMARY = auto()
    MANUAL_CONTEXT = auto()


class HandoffKind(Word):
    PORTABLE_CONTEXT = auto()
    DELTA_CONTEXT = auto()
    CHECKPOINT_CONTEXT = auto()


class HandoffStatus(Word):
    PENDING = auto()
    READY = auto()
    FAILED = auto()
    SUPERSEDED = auto()


class HandoffDelivery(Word):
    PREAMBLE = auto()
    SYSTEM = auto()
    DEVELOPER = auto()
    SYNTHETIC_USER = auto()


class HistoryMode(Word):
    LEGACY = auto()
    PAGINATED = auto()


class NativeRefStrength(Word):
    """How surely a native reference names its session: only a STRONG one is forked, adopted or rolled back natively; any is resumed."""

    STRONG = auto()
    WEAK = auto()


class StartStrategy(Word):
    """What starting a run needs, in the order in which it is preferred."""

    NONE = auto()
    NATIVE = auto()
    DELTA_INTO_EXISTING = auto()
    FULL_INTO_EXISTING = auto()
    FULL_INTO_NEW = auto()
    CHECKPOINT_INTO_NEW = auto()
    UNSUPPORTED = auto()


class StalenessSignalKind(Word):
    OFF_PROVIDER_RUNS = auto()
    CHAINED_HANDOFFS = auto()
    MODEL_INCOMPATIBLE = auto()
    RUNTIME_MODE_INCOMPATIBLE = auto()
    RESUME_FAILED = auto()
    DIVERGENT = auto()
    CONFLICTING_FORK = auto()
    CLEAN_CONTEXT = auto()
    SUMMARY_EXCEEDS_POLICY = auto()
    CLOSED = auto()
    NOTHING_RETAINED = auto()
    COMPACTED = auto()


class NativeActionKind(Word):
    CREATE_THREAD = auto()
    RESUME_THREAD = auto()
    ADOPT_THREAD = auto()
    FORK_THREAD = auto()
    ROLLBACK_TURNS = auto()
    REVERT_BEFORE_TURN = auto()
    DELIVER_HANDOFF = auto()
    SEND_TURN = auto()


class SummarySource(Word):
    DETERMINISTIC = auto()
    PROVIDER_LEFT = auto()
    PROVIDER_ENTERED = auto()
    CONFIGURED = auto()


class TurnItemKind(Word):
    USER_MESSAGE = auto()
    ASSISTANT_MESSAGE = auto()
    GOAL = auto()
    CONSTRAINT = auto()
    DECISION = auto()
    FILE_CHANGE = auto()
    COMMAND = auto()
    TEST = auto()
    TODO = auto()
    APPROVAL = auto()
    QUESTION = auto()
    FAILURE = auto()
    SUBAGENT_RESULT = auto()
    TOOL_OUTPUT = auto()
    REASONING = auto()
    PROTOCOL = auto()


class SearchKind(Word):
    """What a text that is found belongs to: a thread by its title, a run by its message, a handoff by its summary, a turn item."""

    THREAD = auto()
    RUN = auto()
    HANDOFF = auto()
    TURN_ITEM = auto()


class SourceKind(Word):
    """What a fork was asked to be made from."""

    RUN = auto()
    CHECKPOINT = auto()
    PROVIDER_THREAD = auto()
    LATEST_STABLE = auto()


class StatsInterval(Word):
    """A length of time of statistics; hours, days, weeks (from Monday) and months of UTC."""

    HOUR = auto()
    DAY = auto()
    WEEK = auto()
    MONTH = auto()


class StatsDimension(Word):
    """What statistics are told apart by, besides time."""

    PROVIDER = auto()
    MODEL = auto()


class ThreadOrder(Word):
    """What threads are listed by: creation, last change, how many runs were started in them, how many forks were made of them."""

    CREATED = auto()
    ACTIVITY = auto()
    RUNS = auto()
    FORKS = auto()


class Direction(Word):
    ASCENDING = auto()
    DESCENDING = auto()


ENDED = frozenset({RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.INTERRUPTED})
ACTIVE = frozenset({RunStatus.PREPARING, RunStatus.RUNNING})
