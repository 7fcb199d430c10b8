"""Names: readable by default, honest when chosen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games_app.names import BadName, cleaned, look_alike, random_name


def test_a_random_name_is_one_that_could_have_been_chosen():
    for _ in range(200):
        name = random_name()
        assert cleaned(name) == name


def test_full_width_letters_become_ordinary_ones():
    assert cleaned("\uff21lice") == "Alice"


def test_spaces_are_trimmed_and_never_doubled():
    assert cleaned("  alice   b ") == "alice b"


@pytest.mark.parametrize(
    "bad", ["a", "", " ", "x" * 21, "--", "bob\u202egnip", "al\u200bice", "a\nb", "bob\x00"]
)
def test_a_name_that_would_deceive_or_not_fit_is_refused_with_the_reason(bad):
    with pytest.raises(BadName, match=r"A name .*\."):
        cleaned(bad)


@given(st.text())
def test_any_text_gives_a_clean_name_or_a_refusal(text):
    try:
        name = cleaned(text)
    except BadName:
        return
    assert cleaned(name) == name
    assert 2 <= len(name) <= 20


@pytest.mark.parametrize(("one", "other"), [("Alice", "alice"), ("Al ice", "Alice"), ("Jos\u00e9", "jose")])
def test_names_a_reader_would_confuse_count_as_the_same(one, other):
    assert look_alike(one, other)


def test_a_random_name_is_never_the_one_to_avoid():
    assert all(not look_alike(random_name("Quiet Heron"), "quiet heron") for _ in range(500))
