"""The generated password of a private server, in a file that only its user can read."""

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

USERNAME = "neo4j"


@dataclass(frozen=True)
class Credentials:
    username: str
    password: str


def generate() -> Credentials:
    """New credentials: a password of 32 hexadecimal digits for the user that each new Neo4j has."""
    return Credentials(USERNAME, secrets.token_hex(16))


def path(data_dir: Path) -> Path:
    """Where the credentials of a data directory are."""
    return data_dir / "credentials.json"


def load(data_dir: Path) -> Credentials | None:
    """The credentials of a data directory, or None when there are none to be read."""
    try:
        values = json.loads(path(data_dir).read_text(encoding="utf-8"))
        return Credentials(values["username"], values["password"])
    except (FileNotFoundError, ValueError, KeyError):
        return None


def save(data_dir: Path, credentials: Credentials) -> None:
    """Writes the file with mode 0600, whole or not at all."""
    temporary = path(data_dir).with_suffix(".tmp")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump({"username": credentials.username, "password": credentials.password}, file)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path(data_dir))
