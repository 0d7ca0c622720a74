"""What a bearer token looks like: `lin_`, an id to find it by, and a secret of which only a digest is kept."""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field

PREFIX = "lin_"
_ID_CHARACTERS = "abcdefghijklmnopqrstuvwxyz234567"
_ID_LENGTH = 12
_SECRET_BYTES = 32
_TOKEN = re.compile(rf"{PREFIX}([{_ID_CHARACTERS}]{{{_ID_LENGTH}}})_([A-Za-z0-9_-]{{43}})")


@dataclass(frozen=True, slots=True)
class Token:
    """A token as its owner has it. The prefix lets scanners of source code recognise one that was committed by mistake."""

    id: str
    secret: str = field(repr=False)

    @property
    def text(self) -> str:
        """What goes into the Authorization header after `Bearer`."""
        return f"{PREFIX}{self.id}_{self.secret}"


def new_token() -> Token:
    """A token that nobody has yet: its secret are 256 bits of the system's randomness."""
    id = "".join(secrets.choice(_ID_CHARACTERS) for _ in range(_ID_LENGTH))
    return Token(id, secrets.token_urlsafe(_SECRET_BYTES))


def token_of(text: str) -> Token | None:
    """The parts of a token; None when it is none."""
    match = _TOKEN.fullmatch(text)
    return Token(match[1], match[2]) if match else None


def digest_of(secret: str) -> str:
    """What is kept of a secret: SHA-256 in hexadecimal.

    A slow hash with a salt is for secrets that people choose, which can be guessed. 256 random bits cannot, however fast each guess is,
    and no two tokens share a secret, so that neither slowness nor a salt would add anything but work for each request.
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def is_digest_of(digest: str, secret: str) -> bool:
    """Whether it is, in a time that does not depend on where they differ."""
    return hmac.compare_digest(digest, digest_of(secret))
