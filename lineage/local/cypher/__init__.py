"""The statements that the private server needs for itself. The queries of the project are not among them."""

from importlib.resources import files


def read(name: str) -> list[str]:
    """The statements of one file, which blank lines part, without their comments."""
    text = (files(__name__) / f"{name}.cypher").read_text(encoding="utf-8")
    code = "\n".join(line for line in text.splitlines() if not line.startswith("//"))
    return [statement.strip() for statement in code.split("\n\n") if statement.strip()]
