"""Every decision of the recorded games, moved on the board, ends in time and exactly where it must."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from tests.games.recorded import RECORDED, played, recorded
from tests.js.node import node_output

MOVE = """
import { beatsOf } from "../../static/boards/motion/beats.js";
import { after } from "../../static/boards/motion/motion_scene.js";
import { GAMES } from "./games.mjs";
import { cuesOf } from "../../static/boards/motion/animator.js";
import { endOf } from "../../static/boards/motion/timeline.js";
import { timeline } from "../../static/boards/motion/timeline.js";
let given = "";
for await (const part of process.stdin) given += part;
const { slug, decisions } = JSON.parse(given);
const scene = (facts) => {
  const { counts, men, hands, burnt } = GAMES[slug].scene(facts);
  const held = Object.fromEntries(Object.entries(hands).map(([role, { n }]) => [role, n]));
  return { counts, men, held, burnt: [...burnt].sort() };
};
const lies = ({ counts, men, hands, burnt, aloft }) => {
  const held = Object.fromEntries(Object.entries(hands).map(([role, { n }]) => [role, n]));
  return { counts, men: { ...men, ...aloft }, held, burnt: [...burnt].sort() };
};
for (const { before, plies, then } of decisions) {
  const start = GAMES[slug].scene(before);
  const moved = cuesOf(start, timeline(plies, GAMES[slug]));
  const times = [["normal", false], ["slow", true], ["normal", true], ["fast", true]].map(
    ([speed, timed]) => endOf(timeline(plies, GAMES[slug], { speed, timed })));
  console.log(JSON.stringify({
    truth: scene(then),
    moved: lies(moved.length ? moved.at(-1).frame : after(start, [])),
    stepped: lies(after(start, beatsOf(plies, GAMES[slug]))),
    least: Math.min(0, ...moved.flatMap(({ frame }) => Object.values(frame.counts))),
    times,
  }));
}
"""
DECISIONS = 400
"""Number of decisions of each game that are moved."""


def moved(slug: str) -> list[dict[str, Any]]:
    decisions = list(islice((each for game in recorded(slug) for each in played(game)), DECISIONS))
    return node_output(MOVE, {"slug": slug, "decisions": decisions})


@pytest.mark.parametrize("slug", RECORDED)
def test_every_motion_stays_within_its_time_and_ends_exactly_at_the_position(slug):
    motions = moved(slug)
    assert len(motions) == DECISIONS
    for motion in motions:
        assert motion["moved"] == motion["stepped"] == motion["truth"]
        assert motion["least"] == 0, "a stop has never less than nothing"
        normal, *timed = motion["times"]
        assert normal < 6000
        assert max(timed) < 2500
