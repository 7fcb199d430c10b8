"""Positions set up by hand, in every game that allows it: those that were played have no problem.

tests/nightly/games/test_setups.py checks all other rule sets, too.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games_app.games.catalogue import SETUPS
from games_app.games.rules import GAMES, RULE_SETS, Facts, InvalidFacts, State
from games_app.games.setup import Draft
from tests.games.positions import states

FURTHER = {"lost_too_many", "pawns_too_far", "no_pawns"}
"""Problems with the way that must have led there, which facts alone don't tell."""


@pytest.fixture(scope="module", params=[slug for slug in SETUPS if slug in GAMES])
def slug(request: pytest.FixtureRequest) -> str:
    """Return each rule set in turn."""
    return str(request.param)


def options(slug: str) -> dict[str, str]:
    return {name: option.offered for name, option in RULE_SETS[slug].options.items()}


def draft_of(slug: str, facts: Facts) -> Draft:
    """Draft of a position, as the board shows it."""
    setup = SETUPS[slug]
    there: dict[str, object] = {}
    for name, value in facts.items():
        if isinstance(value, dict):
            there |= value | {f"{name} {role}": n for role, n in value.items()}
    there |= {"A": there.get("stores south"), "B": there.get("stores north")}
    counts = {place: n for place in setup.counted if isinstance(n := there.get(place), int)}
    men = {point: str(there[point]) for point in setup.points if there.get(point) in setup.letters}
    turn = facts["control"] or RULE_SETS[slug].roles[0]
    return Draft(turn, counts, men, frozenset(str(house) for house in facts.get("burnt", ())))


@st.composite
def drafts(draw: st.DrawFn, slug: str) -> Draft:
    """Drafts that are close to positions, and some that are far from any."""
    setup, roles = SETUPS[slug], list(SETUPS[slug].letters)
    found = draft_of(slug, draw(states(slug)).facts())
    counts, men, burnt = dict(found.counts), dict(found.men), set(found.burnt)
    for _ in range(draw(st.integers(0, 3))):
        if setup.counted:
            place = draw(st.sampled_from(sorted(setup.counted)))
            counts[place] = draw(
                st.integers(0, min(12, setup.counted[place])) | st.integers(0, setup.counted[place])
            )
            counts[draw(st.sampled_from(sorted(setup.counted)))] = 0
        if setup.points:
            point = draw(st.sampled_from(setup.points))
            men.pop(point, None)
            if (man := draw(st.sampled_from([None, *roles]))) is not None:
                men[point] = man
        if setup.burnable:
            burnt ^= {draw(st.sampled_from(sorted(setup.burnable)))}
    if draw(st.integers(0, 9)) == 0:
        men = dict.fromkeys(setup.points, draw(st.sampled_from(roles))) if draw(st.booleans()) else {}
        counts = {}
    if setup.counted and draw(st.booleans()):
        _make_up(counts, slug, draw(st.sampled_from(sorted(setup.counted))))
    counts = {place: n for place, n in counts.items() if place not in burnt}
    return Draft(draw(st.sampled_from(RULE_SETS[slug].roles)), counts, men, frozenset(burnt))


def _make_up(counts: dict[str, int], slug: str, place: str) -> None:
    """Put as many stones somewhere as are missing from the most that a place can hold."""
    most = SETUPS[slug].counted[place]
    rest = sum(n for other, n in counts.items() if other != place)
    counts[place] = max(0, most - rest)


@given(data=st.data())
def test_a_position_that_was_played_has_no_problem(slug: str, data: st.DataObject) -> None:
    state: State = data.draw(states(slug))
    assert SETUPS[slug].problems(state.facts()) == []


@given(data=st.data())
def test_a_draft_has_problems_in_words_or_is_a_position(slug: str, data: st.DataObject) -> None:
    setup, draft = SETUPS[slug], data.draw(drafts(slug))
    facts = setup.facts(draft, options(slug))
    problems = setup.problems(facts)
    assert [str(problem) for problem in problems if problem.code == "impossible"] == []
    if not problems:
        state = RULE_SETS[slug].state_from_facts(facts)
        assert state.facts() == facts
        everywhere = {place: draft.counts.get(place, 0) for place in setup.counted}
        assert draft_of(slug, facts) == replace(draft, counts=everywhere)
    elif {problem.code for problem in problems} - FURTHER:
        with pytest.raises(InvalidFacts):
            RULE_SETS[slug].state_from_facts(facts)


@given(data=st.data())
def test_a_draft_is_read_as_it_was_written(slug: str, data: st.DataObject) -> None:
    setup, draft = SETUPS[slug], data.draw(drafts(slug))
    setup.check(draft)
    text = setup.written(draft)
    read = setup.read(text)
    assert setup.written(read) == text
    assert setup.facts(read, options(slug)) == setup.facts(draft, options(slug))
    assert json.dumps(text).isascii()


@given(data=st.data())
def test_any_text_is_read_or_refused(slug: str, data: st.DataObject) -> None:
    setup = SETUPS[slug]
    text = setup.written(data.draw(drafts(slug)))
    at = data.draw(st.integers(0, len(text)))
    foreign = data.draw(
        st.sampled_from(["_", ".", "-", "x", "٣", "²", "00", "999", "\0", "", "b"]) | st.text()
    )
    spoilt = text[:at] + foreign + text[at + data.draw(st.integers(0, 1)) :]
    assume(spoilt != text)
    try:
        draft = setup.read(spoilt)
    except InvalidFacts:
        return
    assert setup.written(draft) == spoilt


def test_a_draft_with_what_the_game_does_not_have_is_refused(slug: str) -> None:
    setup, (first, second) = SETUPS[slug], RULE_SETS[slug].roles
    some_place = next(iter(setup.counted), "nowhere")
    for draft in (
        Draft("nobody"),
        Draft(first, {"nowhere": 1}),
        Draft(first, {some_place: -1}),
        Draft(first, {some_place: 10**6}),
        Draft(first, {some_place: True}),
        Draft(first, {}, {"nowhere": second}),
        Draft(first, {}, {next(iter(setup.points), "nowhere"): "nobody"}),
        Draft(first, burnt=frozenset(["nowhere"])),
    ):
        with pytest.raises(InvalidFacts):
            setup.check(draft)
