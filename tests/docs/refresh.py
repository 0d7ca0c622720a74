"""Writes the generated parts of README.md anew: `python -m tests.docs.refresh`."""

from tests.docs.generated import PARTS
from tests.docs.page import README, with_generated


def main() -> None:
    text = README.read_text(encoding="utf-8")
    for name, write in PARTS.items():
        text = with_generated(name, write(), text)
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
