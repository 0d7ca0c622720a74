"""What is told of shell commands."""

import pytest

from lineage.adapters.commands import KEPT_CHARACTERS, is_test, last_lines, spoken


@pytest.mark.parametrize(
    "command",
    [
        "pytest -q",
        "cd app && PYTHONPATH=. python3 -m pytest tests",
        "/bin/bash -lc 'uv run pytest -x | tail -5'",
        "timeout 60 .venv/bin/python -m unittest",
        "npm test",
        "npm run test:unit -- --watch=false",
        "npx vitest run",
        "cargo test --all",
        "go test ./...",
        "./gradlew test",
        "python manage.py test",
        "make build; make check",
        "echo begin\npytest",
    ],
)
def test_a_test_run_is_seen(command: str) -> None:
    assert is_test(command)


@pytest.mark.parametrize(
    "command",
    [
        "echo pytest",
        "cat tests/test_a.py",
        "grep -r 'cargo test' .",
        "npm install",
        "npm run build",
        "npm run testing-tools",
        "go vet ./...",
        "python -m",
        "",
        "ls 'unclosed",
    ],
)
def test_other_commands_are_none(command: str) -> None:
    assert not is_test(command)


def test_a_command_is_told_without_its_shell() -> None:
    assert spoken("/bin/bash -lc 'ls -a | head'") == "ls -a | head"
    assert spoken("sh -c ls") == "ls"
    assert spoken("bash script.sh x") == "bash script.sh x"
    assert spoken("ls 'unclosed") == "ls 'unclosed"


def test_the_end_of_an_output_says_how_much_stood_before() -> None:
    assert last_lines("a\nb\n") == "a\nb"
    assert last_lines("".join(f"{number}\n" for number in range(25))).splitlines()[:2] == ["(5 lines before)", "5"]
    assert last_lines("x" * (KEPT_CHARACTERS + 7)) == "(7 characters before) " + "x" * KEPT_CHARACTERS
    assert last_lines("") == ""
