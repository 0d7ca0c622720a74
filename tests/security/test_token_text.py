"""What a token looks like, and what is kept of it."""

import math

import pytest

from lineage.auth.tokens import digest_of, is_digest_of, new_token, token_of


def test_a_token_is_read_as_it_was_written() -> None:
    for _ in range(200):
        token = new_token()
        assert token_of(token.text) == token
        assert token.text.startswith("lin_")


def test_no_two_tokens_share_anything() -> None:
    tokens = [new_token() for _ in range(1000)]
    assert len({token.id for token in tokens}) == len({token.secret for token in tokens}) == 1000


def test_the_secret_has_256_bits() -> None:
    assert len(new_token().secret) * math.log2(64) >= 256


@pytest.mark.parametrize(
    "change",
    [
        str.upper,
        lambda text: text[:-1],
        lambda text: text + "A",
        lambda text: text.replace("lin_", "lin-"),
        lambda text: text + "\n",
        lambda _: "lin_",
    ],
)
def test_anything_else_is_no_token(change: object) -> None:
    assert token_of(change(new_token().text)) is None  # type: ignore[operator]


def test_the_secret_is_not_shown_by_accident() -> None:
    token = new_token()
    assert token.secret not in repr(token)


def test_a_digest_is_of_its_secret_alone() -> None:
    one, other = new_token(), new_token()
    assert is_digest_of(digest_of(one.secret), one.secret)
    assert not is_digest_of(digest_of(one.secret), other.secret)
    assert one.secret not in digest_of(one.secret)
