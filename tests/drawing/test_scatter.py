"""The layout of piles is the same here and in the browser, for a match and a stop."""

import json
from pathlib import Path

from games_app.drawing.arrangement import fnv1a, scatter

VECTORS = json.loads(Path(__file__).with_name("scatter.json").read_text(encoding="utf-8"))


def test_the_hash_is_fnv1a_as_published():
    assert (fnv1a(""), fnv1a("a"), fnv1a("foobar")) == (0x811C9DC5, 0xE40C292C, 0xBF9CF968)


def test_piles_lie_as_both_languages_agreed():
    for seed, stop, *agreed in VECTORS:
        drawn = scatter(seed, stop)
        variants = [drawn.variant(i, 5) for i in range(8)]
        assert [drawn.hash, drawn.degrees, drawn.half, drawn.mirrored, variants] == agreed, (seed, stop)


def test_the_houses_of_a_match_lie_differently_and_another_match_lies_otherwise():
    houses = [scatter("a2b3c4d5e6", str(house)) for house in range(1, 15)]
    assert len({one.degrees for one in houses}) > 10
    assert {one.mirrored for one in houses} == {True, False}
    assert houses != [scatter("f7g8h9j2k3", str(house)) for house in range(1, 15)]
