"""All questions, for trees of one size."""

from benchmarks.against.data.shapes import Targets
from benchmarks.against.questions import sessions, trees
from benchmarks.against.questions.question import Goal, Question


def questions(targets: Targets, workspace: str) -> list[Question]:
    shapes = targets.shapes
    return [
        sessions.coverage(targets, "short", shapes.short, Goal(1.8, 0.5, 1.2), workspace),
        sessions.coverage(targets, "long", shapes.long, Goal(1.3, 0.1, 1.5), workspace),
        sessions.start(targets, workspace),
        sessions.rollback(targets, workspace),
        trees.tree(targets, None, workspace),
        trees.tree(targets, 200, workspace),
        trees.page(targets, workspace),
        trees.provenance(targets, workspace),
        trees.chain(targets, workspace),
        trees.downstream(targets, workspace),
        trees.history(targets),
    ]
