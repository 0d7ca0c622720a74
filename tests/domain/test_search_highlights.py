"""Which part of a found text is shown, and what of it is highlighted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.domain.search import search_of
from lineage.domain.search_highlights import SNIPPET_CHARACTERS, snippet_of


def shown(text: str, query: str) -> list[str]:
    """The highlighted parts."""
    snippet = snippet_of(text, search_of(query))
    assert text[snippet.offset : snippet.offset + len(snippet.text)] == snippet.text
    return [snippet.text[start:end] for start, end in snippet.highlights]


@pytest.mark.parametrize(
    ("text", "query", "highlighted"),
    [
        ("Add a cache; the CACHE is cached", "cache", ["cache", "CACHE"]),
        ("Add a cache; the CACHE is cached", "cach*", ["cache", "CACHE", "cached"]),
        ("fooBar_baz fooBar", "foobar", ["fooBar"]),
        ("fooBar_baz fooBar", "foo*", ["fooBar_baz", "fooBar"]),
        ("in src/app.py and app.pyc", "src/app.py", ["src/app.py"]),
        ("in src/app.py and app.pyc", "app.py", ["app.py"]),
        ("Résumé re\u0301sume\u0301 resume", "résumé", ["Résumé", "re\u0301sume\u0301", "resume"]),
        ("die Straße, die STRASSE", "strasse", ["Straße", "STRASSE"]),
        ("全文検索のテキスト", "検索", ["検索"]),
        ("全文検索のテキスト", "テキ*", ["テキスト"]),
        ("one, two; two one", '"one two"', ["one, two"]),
        ("one two", "two one", ["one", "two"]),
        ("cost is 3 (three)", "(3)", ["3"]),
        ("regex a.*b", '"a.*b"', ["a.*b"]),
    ],
)
def test_words_are_highlighted_where_they_stand_as_whole_words(text: str, query: str, highlighted: list[str]) -> None:
    assert shown(text, query) == highlighted


def test_of_a_long_text_the_part_around_the_first_highlight_is_shown() -> None:
    words = " ".join(f"word{number}" for number in range(1000))
    snippet = snippet_of(words, search_of("word500"))
    assert snippet.highlights == ((snippet.text.index("word500"), snippet.text.index("word500") + 7),)
    assert 100 < len(snippet.text) <= SNIPPET_CHARACTERS
    assert words[snippet.offset - 1] == " " and snippet.text.split()[0] in words.split()
    assert snippet.text.split()[-1] in words.split()


def test_a_text_in_which_nothing_is_seen_is_shown_from_its_beginning() -> None:
    assert snippet_of("x" * 1000, search_of("nothing")).offset == 0


def test_a_word_longer_than_what_is_shown_is_cut() -> None:
    snippet = snippet_of("begin" + "x" * 1000, search_of("begin*"))
    assert snippet.highlights == ((0, SNIPPET_CHARACTERS),)


PIECES = st.text(alphabet="aé\u0301ßİ日が한 \n._-'🎉*ﬁ", max_size=400)


@given(PIECES, st.sampled_from(["x a", "é", "日", '"aé é"', "aa*", "ss", "fi", "한", "i"]))
def test_highlights_are_in_order_within_the_snippet_and_do_not_overlap(text: str, query: str) -> None:
    snippet = snippet_of(text, search_of(query))
    assert len(snippet.text) <= SNIPPET_CHARACTERS
    assert text[snippet.offset : snippet.offset + len(snippet.text)] == snippet.text
    last = 0
    for start, end in snippet.highlights:
        assert last <= start < end <= len(snippet.text)
        last = end
