"""How a picture words its parts; what makes words safe to write is the business of the language that it is drawn in."""

from lineage.domain.kinds import ParentRelationship
from lineage.exporters.characters import in_one_line
from lineage.exporters.drawing.shapes import Stretch, ThreadBegins

LONGEST = 60
"""Characters of a title, an id or a provider's name in a picture."""


def words_of_thread(thread: ThreadBegins) -> str:
    """ "fork “Title” T:1, detached": how it came to be, its title and id, whether the run that it left its parent at is rolled back."""
    words = ["fork" if thread.relationship is ParentRelationship.FORK else "subagent"] if thread.relationship else []
    if thread.title:
        words.append(f"“{in_one_line(thread.title, LONGEST)}”")
    words.append(in_one_line(thread.id, LONGEST))
    return " ".join(words) + (", detached" if thread.detached else "")


def lines_of_stretch(stretch: Stretch) -> list[str]:
    """ "1-5 codex, rolled back", and below it the handoff that the first run was given."""
    ordinals = str(stretch.first) if stretch.first == stretch.last else f"{stretch.first}-{stretch.last}"
    words = f"{ordinals} {in_one_line(stretch.provider, LONGEST)}"
    if stretch.state.value:
        words += f", {stretch.state.value}"
    return [words, f"after a {stretch.given}"] if stretch.given else [words]
