"""Shell commands as turn items tell them: what was really run, whether it is a test run, and what is kept of its output."""

import re
import shlex
from functools import lru_cache

KEPT_LINES = 20
KEPT_CHARACTERS = 1500

_SHELLS = frozenset({"bash", "sh", "zsh", "dash"})
_SEPARATORS = frozenset({"&&", "||", ";", "|", "&", "(", ")", "|&", ";;"})
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_KEPT = 512
"""Commands come again and again, and taking one apart is slow: what the last ones were is remembered."""
_BEFORE = (
    ("sudo",), ("env",), ("time",), ("exec",), ("nice",), ("npx",), ("bunx",), ("uv", "run"), ("poetry", "run"), ("pdm", "run"),
    ("hatch", "run"), ("pipenv", "run"), ("bundle", "exec"), ("npm", "exec"), ("pnpm", "exec"), ("yarn", "exec"),
)  # fmt: skip
"""Words that only start the program that follows them."""
_RUNNERS = (
    ("pytest",), ("py.test",), ("tox",), ("nox",), ("unittest",), ("nosetests",), ("jest",), ("vitest",), ("mocha",), ("ava",),
    ("phpunit",), ("rspec",), ("ctest",), ("node", "--test"), ("cargo", "test"), ("cargo", "nextest"), ("go", "test"), ("npm", "test"),
    ("npm", "t"), ("yarn", "test"), ("pnpm", "test"), ("bun", "test"), ("deno", "test"), ("dotnet", "test"), ("mvn", "test"),
    ("mvn", "verify"), ("gradle", "test"), ("gradlew", "test"), ("gradlew", "check"), ("make", "test"), ("make", "check"),
    ("just", "test"), ("mix", "test"), ("swift", "test"), ("bazel", "test"), ("rake", "test"), ("rake", "spec"), ("rails", "test"),
    ("sbt", "test"), ("playwright", "test"), ("manage.py", "test"),
)  # fmt: skip
_MAY_TEST = re.compile("|".join(re.escape(word) for word in sorted({runner[0] for runner in _RUNNERS})))
"""Most commands name no runner at all, and are not taken apart."""
_SCRIPT_RUNNERS = frozenset({"npm", "yarn", "pnpm", "bun"})


@lru_cache(_KEPT)
def spoken(command: str) -> str:
    """The command itself, where a program tells it as an argument of a shell: `/bin/bash -lc 'ls -a'` is `ls -a`."""
    if "sh" not in command.partition(" -")[0]:
        # No shell has another name; taking words apart is slow, and importers do it for each command of a history.
        return command
    try:
        words = shlex.split(command)
    except ValueError:
        return command
    wrapped = len(words) == 3 and _name(words[0]) in _SHELLS and re.fullmatch("-[a-z]*c", words[1])
    return words[2] if wrapped else command


@lru_cache(_KEPT)
def is_test(command: str) -> bool:
    """Whether it runs tests: one of its simple commands is a known test runner, whatever starts it."""
    said = spoken(command)
    return _MAY_TEST.search(said) is not None and any(_runs_tests(words) for words in _simple_commands(said))


def last_lines(output: str) -> str:
    """The end of what a command printed, with how much stood before it."""
    lines = output.rstrip().splitlines()
    kept = lines[-KEPT_LINES:]
    while len(kept) > 1 and sum(len(line) + 1 for line in kept) > KEPT_CHARACTERS:
        del kept[0]
    before = len(lines) - len(kept)
    text = "\n".join(kept)
    if len(text) > KEPT_CHARACTERS:
        text = f"({len(text) - KEPT_CHARACTERS} characters before) {text[-KEPT_CHARACTERS:]}"
    return f"({before} lines before)\n{text}" if before else text


def _simple_commands(command: str) -> list[list[str]]:
    commands: list[list[str]] = [[]]
    for line in command.splitlines():
        try:
            lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
            lexer.whitespace_split = True
            words = list(lexer)
        except ValueError:
            words = line.split()
        for word in [*words, ";"]:
            if word in _SEPARATORS:
                commands.append([])
            else:
                commands[-1].append(word)
    return commands


def _runs_tests(words: list[str]) -> bool:
    words = _without_starters(words)
    if not words:
        return False
    names = (_name(words[0]), *words[1:])
    if names[0] in _SCRIPT_RUNNERS and names[1:2] == ("run",):
        return names[2:3] != () and re.match(r"test\b", names[2]) is not None
    return any(names[: len(runner)] == runner for runner in _RUNNERS)


def _without_starters(words: list[str]) -> list[str]:
    """The words from the program itself on: without assignments, wrappers, and the interpreter of a module or a script."""
    while words:
        names = (_name(words[0]), *words[1:])
        if _ASSIGNMENT.match(words[0]):
            words = words[1:]
        elif names[0] == "timeout":
            words = words[2:]
        elif starter := next((starter for starter in _BEFORE if names[: len(starter)] == starter), None):
            words = words[len(starter) :]
        elif re.fullmatch(r"python[\d.]*", names[0]) and len(words) > 1:
            words = words[2:] if words[1] == "-m" else words[1:]
        else:
            break
    return words


def _name(word: str) -> str:
    return word.rsplit("/", 1)[-1]
