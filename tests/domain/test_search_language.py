"""What a query of a search means, and which queries are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.domain.kinds import SearchKind
from lineage.domain.search import MOST_CHARACTERS, MOST_TERMS, Term, search_of
from lineage.errors import BadInput
from lineage.store.fulltext import lucene_query


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("cache", [Term("cache")]),
        ("  cache\tsearch\n", [Term("cache"), Term("search")]),
        ("cache cache", [Term("cache")]),
        ('"a cache on disk" search', [Term("a cache on disk"), Term("search")]),
        ('say"two words"now', [Term("say"), Term("two words"), Term("now")]),
        ("Cach*", [Term("cach", begins=True)]),
        ("RÉSU*", [Term("resu", begins=True)]),
        ("foo_ba*", [Term("foo_ba", begins=True)]),
        ("app.p*", [Term("app.p", begins=True)]),
        ("src/ap*", [Term("src/"), Term("ap", begins=True)]),
        ("日*", [Term("日")]),
        ("日本*", [Term("日本")]),
        ("検索テキ*", [Term("検索"), Term("テキ", begins=True)]),
        ('"50*" x', [Term("50*"), Term("x")]),
        ("cache AND NOT OR && || +must -mustnot ~1 ^2 (a:b) [x TO y] {z} ? \\ /r/", None),
    ],
)
def test_a_query_is_words_phrases_and_beginnings_and_nothing_else(query: str, terms: list[Term] | None) -> None:
    found = search_of(query)
    if terms is not None:
        assert list(found.terms) == terms
    assert not any(term.begins for term in found.terms) or "*" in query


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("", "query is empty"),
        (" \t ", "query is empty"),
        ('""', "query is empty"),
        ('cache "on disk', "phrase without an end"),
        ('"', "phrase without an end"),
        ("*", "expected it at the end of a word"),
        ("*ache", "expected it at the end of a word"),
        ("c*che", "expected it at the end of a word"),
        ("cach**", "expected it at the end of a word"),
        ("(*", "expected it at the end of a word"),
        ("cache.*", "expected it at the end of a word"),
        ("c*", "at least 2 letters"),
        ("the of THE", "only what is not looked for (the, of, THE)"),
        ("-> ++ 🎉", "only what is not looked for"),
        ("_ __", "only what is not looked for"),
        ("x" * (MOST_CHARACTERS + 1), "expected at most 500"),
        (" ".join(f"w{number}" for number in range(MOST_TERMS + 1)), "expected at most 16"),
    ],
)
def test_what_cannot_be_looked_for_is_refused_and_said(query: str, told: str) -> None:
    with pytest.raises(BadInput) as refused:
        search_of(query)
    assert told in refused.value.message


def test_what_is_not_looked_for_is_told() -> None:
    found = search_of('the cache -> "state of the art"')
    assert found.terms == (Term("cache"), Term("state of the art"))
    assert found.ignored == ("the", "->", "of")


@given(st.text(max_size=60))
def test_whatever_is_asked_only_quotes_and_beginnings_reach_the_index(query: str) -> None:
    try:
        search = search_of(query)
    except BadInput:
        return
    text = lucene_query(search, list(SearchKind), 'a "name" \\ of')
    outside, inside, place = [], False, 0
    while place < len(text):
        if inside and text[place] == "\\":
            place += 2
            continue
        if text[place] == '"':
            inside = not inside
        elif not inside:
            outside.append(text[place])
        place += 1
    assert not inside
    beginnings = [term.text for term in search.terms if term.begins]
    assert all(part.replace("_", "").replace(".", "").replace("'", "").replace("’", "").isalnum() for part in beginnings)
    rest = "".join(outside)
    for beginning in sorted(beginnings, key=len, reverse=True):
        rest = rest.replace(f"{beginning}*", "")
    assert set(rest) <= set("workspace:^0+ (titlemssgumaryTx:)")
