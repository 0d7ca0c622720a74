"""Which questions are asked: everything, or after each step what it changed and some of the rest."""

from collections.abc import Iterator
from random import Random

from tests.model.coverage import own_points
from tests.model.state import State, Thread
from tests.stateful.questions import Question

RECORDS = (
    ("thread", "threads"),
    ("run", "runs"),
    ("providerThread", "provider_threads"),
    ("transfer", "transfers"),
    ("handoff", "handoffs"),
)
MODELS = (None, None, "m1", "m2")
MODES = (None, None, "auto", "ask")
LIMITS = (None, None, None, (0, 0, 0, 0), (1, 1, 2, None), (3, 0, 3, 2), (20, 5, 0, None), (0, 9, 9, 1))


def plain_start(thread: str, provider: str) -> Question:
    return ("resolve", thread, provider, None, None, False, None)


def odd_start(thread: str, provider: str, dice: Random) -> Question:
    return ("resolve", thread, provider, dice.choice(MODELS), dice.choice(MODES), dice.random() < 0.1, dice.choice(LIMITS))


def everything(state: State, dice: Random) -> Iterator[Question]:
    """All questions that the state has answers to; of variations and of past versions some."""
    yield from all_records(state)
    threads = list(state.threads.values())
    for thread in threads:
        if state.active_run(thread.id) is None:
            yield from (plain_start(thread.id, provider) for provider in state.providers)
            yield from (odd_start(thread.id, provider, dice) for provider in dice.sample(list(state.providers), 3))
            yield from (("impact", thread.id, ordinal) for ordinal in valid_ordinals(state, thread))
        yield from past(thread, dice, 8)
        yield from pairs(thread, threads, dice)
        yield ("tree", thread.id)
    yield from (odd_staleness(name, dice) for name in state.provider_threads)
    yield from (("provenance", run.id, dice.choice((None, None, None, 0, 1, 2))) for run in state.runs.values())
    yield from refusable(state)


def in_the_end(state: State, dice: Random) -> Iterator[Question]:
    """All records; how each thread would start on the providers that it knows and on some others, rollbacks, and some of the rest."""
    yield from all_records(state)
    for thread in state.threads.values():
        if state.active_run(thread.id) is None:
            serving = [one.provider for one in state.provider_threads.values() if one.thread_id == thread.id]
            source = [state.run_at(thread.source_point).provider] if thread.source_point is not None else []
            providers = dict.fromkeys([*serving, *source, *dice.sample(list(state.providers), 2)])
            yield from (plain_start(thread.id, provider) for provider in providers)
            ordinals = valid_ordinals(state, thread)
            yield from (("impact", thread.id, ordinal) for ordinal in dice.sample(ordinals, min(6, len(ordinals))))
        yield from past(thread, dice, 3)
        yield from pairs(thread, [dice.choice(list(state.threads.values()))], dice)
        if thread.parent_id is None:
            yield ("tree", thread.id)
    begun = [run.id for run in state.runs.values() if run.begun]
    yield from (("provenance", run, dice.choice((None, None, 1))) for run in dice.sample(begun, min(6, len(begun))))
    yield from dice.sample(refused := list(refusable(state)), min(3, len(refused)))


def all_records(state: State) -> Iterator[Question]:
    """Provider threads are asked for with their threads."""
    for kind, records in RECORDS:
        if kind != "providerThread":
            yield from ((kind, name) for name in getattr(state, records))


def valid_ordinals(state: State, thread: Thread) -> list[int]:
    return [0, *(run.ordinal for run in state.runs_of(thread.id) if run.counts)]


def refusable(state: State) -> Iterator[Question]:
    """Questions that are refused: impossible ordinals, active threads, versions that do not exist, unknown ids."""
    for thread in state.threads.values():
        runs = state.runs_of(thread.id)
        odd = [run.ordinal for run in runs if not run.counts]
        yield from (("impact", thread.id, ordinal) for ordinal in (-1, len(runs) + 1, *odd))
        if state.active_run(thread.id) is not None:
            yield from (("impact", thread.id, ordinal) for ordinal in valid_ordinals(state, thread))
            yield plain_start(thread.id, next(iter(state.providers)))
    some = next(iter(state.threads))
    yield from (("impact", "nothing", 0), ("tree", "nothing"), ("diff", some, "nothing"), ("mergeBase", "nothing", some))
    yield from (("provenance", "nothing", None), plain_start("nothing", "codex"), plain_start(some, "nothing"))


def past(thread: Thread, dice: Random, most: int) -> Iterator[Question]:
    versions = range(1, thread.version + 1)
    yield from (("asOf", thread.id, version) for version in dice.sample(versions, min(most, len(versions))))


def pairs(thread: Thread, others: list[Thread], dice: Random) -> Iterator[Question]:
    for other in others:
        one, two = dice.sample((thread.id, other.id), 2)
        yield ("mergeBase", one, two)
        yield ("diff", one, two)


def odd_staleness(name: str, dice: Random) -> Question:
    return ("staleness", name, dice.choice(MODELS), dice.choice(MODES), dice.random() < 0.1)


def after_step(before: State, now: State, dice: Random) -> Iterator[Question]:
    """All records that a step changed; of the threads that it changed how they would start and be rolled back; some of the rest."""
    changed: dict[str, None] = {}
    for kind, records in RECORDS:
        old, new = getattr(before, records), getattr(now, records)
        for name in (name for name, record in new.items() if old.get(name) != record):
            if kind in ("thread", "providerThread"):
                changed[name if kind == "thread" else new[name].thread_id] = None
            else:
                yield (kind, name)
    for thread in (now.threads[name] for name in changed):
        yield ("thread", thread.id)
        yield from about_thread(now, thread, dice)
    others = [name for name in now.threads if name not in changed]
    if others:
        yield ("thread", other := dice.choice(others))
        if now.active_run(other) is None:
            yield odd_start(other, dice.choice(list(now.providers)), dice)
    yield from some_of_the_rest(now, dice)


def about_thread(state: State, thread: Thread, dice: Random) -> Iterator[Question]:
    """Starts on providers that the thread knows and on one that it need not know, rollbacks, a past version, how it began."""
    yield from past(thread, dice, 1)
    serving = [one for one in state.provider_threads.values() if one.thread_id == thread.id]
    if serving:
        yield odd_staleness(dice.choice(serving).id, dice)
    begun = [run.id for run in state.runs_of(thread.id) if run.begun]
    if begun and dice.random() < 0.5:
        yield ("provenance", dice.choice(begun[-2:]), None)
    if state.active_run(thread.id) is not None:
        return
    used = list(dict.fromkeys(one.provider for one in serving if own_points(state, one.id)))
    likely = dice.sample(used, min(2, len(used)))
    yield from (plain_start(thread.id, provider) for provider in dict.fromkeys([*likely, dice.choice(list(state.providers))]))
    if used:
        yield odd_start(thread.id, dice.choice(used), dice)
    ordinals = valid_ordinals(state, thread)
    yield from (("impact", thread.id, ordinal) for ordinal in dict.fromkeys([dice.choice(ordinals), dice.choice(ordinals[-3:])]))


def some_of_the_rest(state: State, dice: Random) -> Iterator[Question]:
    threads = list(state.threads)
    if dice.random() < 0.3:
        yield ("tree", dice.choice(threads))
    if dice.random() < 0.5:
        yield (dice.choice(("diff", "mergeBase")), dice.choice(threads), dice.choice(threads))
    if dice.random() < 0.3:
        yield dice.choice(list(refusable(state)))
