"""The questions that both are asked: how the service is asked many in one request, and what the model answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from tests.conformance import conformance
from tests.model.inputs import LIMITS
from tests.model.model import Model
from tests.stateful.names import Names

Question = tuple[Any, ...]
"""The kind of the question, and what it is about: names, ordinals, versions, limits."""
Ask = Callable[..., Any]

SEG, POINT = conformance.SEG, conformance.POINT
ACTION = "action{kind nativeThreadRef nativeTurnRef keptTurnRef turns}"
IMPACT = conformance.IMPACT.replace("action{kind nativeThreadRef nativeTurnRef turns}", ACTION)
RESOLUTION = conformance.RESOLUTION.replace("turns handoffId", "keptTurnRef turns handoffId")
RUN = f"{conformance.RUN} model runtimeMode message nativeTurnRefs"
HANDOFF = f"{conformance.HANDOFF} failureReason"
STALENESS = "stale signals{kind value threshold} recommended offProviderRuns chainedHandoffs"
PROVIDER_THREAD = f"{conformance.PT} coverage{{{conformance.COVERAGE} compactedThrough{POINT}}} staleness{{{STALENESS}}}"
MUTATIONS = {
    op: selection.replace(conformance.IMPACT, IMPACT)
    .replace(conformance.RESOLUTION, RESOLUTION)
    .replace(f"run{{{conformance.RUN}}}", f"run{{{RUN}}}")
    .replace(f"{{{conformance.HANDOFF}}}", f"{{{HANDOFF}}}")
    for op, selection in {**conformance.MUTATIONS, "recordCompaction": f"providerThread{{{conformance.PT}}}"}.items()
}
KNOWN_THEN = f"providerThreadId nativeRunOrdinals handoffIds covered{SEG} missing{SEG} compactedThrough{POINT}"
AS_OF = f"history{SEG} headOrdinal latestStable{POINT} coverage{{{KNOWN_THEN}}}"


@dataclass(frozen=True)
class Kind:
    """How one kind of question stands in a GraphQL document. Each parameter is a variable; idle is its value when nothing is asked."""

    call: str
    selection: str
    parameters: Mapping[str, str]
    idle: tuple[Any, ...]
    variables: Callable[[Names, Question], tuple[Any, ...]]


def _one_id(names: Names, question: Question) -> tuple[Any, ...]:
    return (names.id(question[1]),)


def _ids(names: Names, question: Question) -> tuple[Any, ...]:
    return tuple(names.id(name) for name in question[1:])


def _id_and_number(names: Names, question: Question) -> tuple[Any, ...]:
    return (names.id(question[1]), question[2])


def start_input(question: Question) -> dict[str, Any]:
    """The input of resolveStartContext for ("resolve", thread, provider, model, mode, clean context, limits or None)."""
    _, thread, provider, model, mode, clean, limits = question
    policy = dict(zip(LIMITS, limits, strict=True)) if limits else None
    return {"threadId": thread, "provider": provider, "model": model, "runtimeMode": mode, "cleanContext": clean, "policy": policy}


ID = {"id": "ID!"}
PAIR = {"first": "ID!", "second": "ID!"}
KINDS: dict[str, Kind] = {
    "thread": Kind("thread(id:$id)", f"{conformance.THREAD} providerThreads{{{PROVIDER_THREAD}}}", ID, ("-",), _one_id),
    "run": Kind("run(id:$id)", RUN, ID, ("-",), _one_id),
    "providerThread": Kind("providerThread(id:$id)", PROVIDER_THREAD, ID, ("-",), _one_id),
    "staleness": Kind(
        "providerThread(id:$id)",
        f"staleness(model:$model runtimeMode:$mode cleanContext:$clean){{{STALENESS}}}",
        {"id": "ID!", "model": "String", "mode": "String", "clean": "Boolean!"},
        ("-", None, None, False),
        lambda names, question: (names.id(question[1]), *question[2:]),
    ),
    "transfer": Kind("contextTransfer(id:$id)", conformance.TRANSFER, ID, ("-",), _one_id),
    "handoff": Kind("contextHandoff(id:$id)", HANDOFF, ID, ("-",), _one_id),
    "resolve": Kind(
        "resolveStartContext(input:$input)",
        RESOLUTION,
        {"input": "StartContextInput!"},
        ({"threadId": "-", "provider": "-"},),
        lambda names, question: (names.to_service(start_input(question)),),
    ),
    "impact": Kind("rollbackImpact(threadId:$id toOrdinal:$ordinal)", IMPACT, {"id": "ID!", "ordinal": "Int!"}, ("-", 0), _id_and_number),
    "tree": Kind("forkTree(rootThreadId:$id)", conformance.TREE, ID, ("-",), _one_id),
    "mergeBase": Kind("mergeBase(first:$first second:$second)", "threadId runId ordinal", PAIR, ("-", "-"), _ids),
    "diff": Kind("threadDiff(first:$first second:$second)", f"base{POINT} onlyInFirst{SEG} onlyInSecond{SEG}", PAIR, ("-", "-"), _ids),
    "provenance": Kind(
        "provenance(runId:$id maxDepth:$depth)",
        "runId sources{id} edges{fromRunId toRunId via handoffId native} truncated",
        {"id": "ID!", "depth": "Int"},
        ("-", None),
        _id_and_number,
    ),
    "asOf": Kind("thread(id:$id)", f"asOf(version:$version){{{AS_OF}}}", {"id": "ID!", "version": "Int!"}, ("-", 1), _id_and_number),
}

FEW = {
    "thread": 4, "run": 6, "providerThread": 1, "staleness": 2, "transfer": 6, "handoff": 6, "resolve": 6, "impact": 4, "tree": 1,
    "mergeBase": 1, "diff": 1, "provenance": 1, "asOf": 2,
}  # fmt: skip
MANY = dict.fromkeys(KINDS, 12)
"""How many questions of each kind a document has room for. There are two documents, so that the service parses and checks each once."""


def document(room: Mapping[str, int]) -> str:
    """A query with that many questions of each kind, each of which may be switched off."""
    declared, fields = [], []
    for kind, places in room.items():
        asked = KINDS[kind]
        for place in range(places):
            alias = f"{kind}{place}"
            text = f"{asked.call} @include(if:$on) {{{asked.selection}}}"
            for parameter in ("on", *asked.parameters):
                text = text.replace(f"${parameter}", f"${alias}_{parameter}")
            declared += [f"${alias}_on:Boolean!", *(f"${alias}_{name}:{type}" for name, type in asked.parameters.items())]
            fields.append(f"{alias}:{text}")
    return f"query Ask({' '.join(declared)}){{{' '.join(fields)}}}"


DOCUMENTS = {id(room): document(room) for room in (FEW, MANY)}


def _variables(names: Names, room: Mapping[str, int], asked: Mapping[str, Sequence[Question]]) -> dict[str, Any]:
    variables: dict[str, Any] = {}
    for kind, places in room.items():
        for place in range(places):
            question = asked[kind][place] if place < len(asked[kind]) else None
            values = KINDS[kind].variables(names, question) if question is not None else KINDS[kind].idle
            variables[f"{kind}{place}_on"] = question is not None
            variables |= {f"{kind}{place}_{name}": value for name, value in zip(KINDS[kind].parameters, values, strict=True)}
    return variables


def ask_service(ask: Ask, names: Names, questions: Iterable[Question]) -> dict[Question, Any]:
    """The service's answers, names in the place of ids. What cannot be answered raises Refused for all of its request."""
    waiting: dict[str, list[Question]] = {kind: [] for kind in KINDS}
    for question in dict.fromkeys(questions):
        waiting[question[0]].append(question)
    answers: dict[Question, Any] = {}
    while any(waiting.values()):
        room = FEW if all(len(waiting[kind]) <= FEW[kind] for kind in KINDS) else MANY
        asked = {kind: list(islice(waiting[kind], room[kind])) for kind in KINDS}
        data = ask(DOCUMENTS[id(room)], **_variables(names, room, asked))
        for kind, some in asked.items():
            waiting[kind] = waiting[kind][len(some) :]
            answers |= {question: names.from_service(data[f"{kind}{place}"]) for place, question in enumerate(some)}
    return {question: answer["staleness"] if question[0] == "staleness" and answer else answer for question, answer in answers.items()}


def ask_model(model: Model, question: Question) -> Any:
    """The model's answer; Refused as the model says. Not for asOf: what a thread was like is remembered (memory.py)."""
    kind, name = question[0], question[1]
    if kind in ("thread", "providerThread") and model.query(kind, id=name) is None:
        return None
    if kind == "thread":
        serving = [id_ for id_, one in model.state.provider_threads.items() if one.thread_id == name]
        return {**model.query(kind, id=name), "providerThreads": [ask_model(model, ("providerThread", id_)) for id_ in serving]}
    if kind == "providerThread":
        parts = {part: model.query(part, id=name) for part in ("coverage", "staleness")}
        return {**model.query(kind, id=name), **parts}
    if kind == "staleness":
        return model.query(kind, id=name, model=question[2], runtimeMode=question[3], cleanContext=question[4])
    if kind == "resolve":
        return model.query(kind, input=start_input(question))
    if kind == "impact":
        return model.query(kind, threadId=name, toOrdinal=question[2])
    if kind in ("mergeBase", "diff"):
        return model.query(kind, first=name, second=question[2])
    if kind == "provenance":
        return model.query(kind, id=name, maxDepth=question[2])
    return model.query(kind, id=name)
