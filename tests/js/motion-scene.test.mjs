import assert from "node:assert/strict";
import { test } from "node:test";

import { beatsOf } from "../../static/boards/motion/beats.js";
import { after, atRest, begun, landed } from "../../static/boards/motion/motion_scene.js";
import { cuesOf } from "../../static/boards/motion/animator.js";
import { schedule } from "../../static/boards/motion/timeline.js";
import { emptyScene } from "../../static/boards/scene.js";
import { GAMES } from "./games.mjs";

const beats = (...trace) => beatsOf([{ role: "", action: "", trace }], GAMES.congkak);
const scene = (parts) => ({ ...emptyScene(), ...parts });

const HOUSES = scene({ counts: { 3: 2, 4: 7, 5: 0, 12: 8, A: 1 }, hands: { south: { n: 0, at: null } } });
const SOWING = beats(
  { do: "scoop", role: "south", from: 3, n: 2, drops: [[4, 8], [5, 1]] },
  { do: "capture", role: "south", from: [[5, 1], [12, 8]], to: "A", now: 10 });

test("after so many beats the board shows what lies where then, and what the hand holds", () => {
  const shown = [0, 1, 2, 3, 4].map((k) => after(HOUSES, SOWING.slice(0, k)));
  assert.deepEqual(shown.map(({ counts }) => counts), [
    { 3: 2, 4: 7, 5: 0, 12: 8, A: 1 },
    { 3: 0, 4: 7, 5: 0, 12: 8, A: 1 },
    { 3: 0, 4: 8, 5: 0, 12: 8, A: 1 },
    { 3: 0, 4: 8, 5: 1, 12: 8, A: 1 },
    { 3: 0, 4: 8, 5: 0, 12: 0, A: 10 }]);
  assert.deepEqual(shown.map(({ hands }) => hands.south), [
    { n: 0, at: null }, { n: 2, at: "3" }, { n: 1, at: "4" }, { n: 0, at: "5" }, { n: 0, at: "5" }]);
});

test("what is in the air lies nowhere", () => {
  const lifted = begun(after(HOUSES, SOWING.slice(0, 3)), SOWING[3]);
  assert.deepEqual(lifted.counts, { 3: 0, 4: 8, 5: 0, 12: 0, A: 1 });
  const pawns = scene({ men: { "3 3": "black", "4 4": "red" }, counts: { "captures black": 2 } });
  const [leap, leave] = beats(
    { do: "move", role: "black", from: "3 3", to: "5 5" },
    { do: "capture", role: "black", from: [["4 4", 1]], to: null, now: null });
  const leaping = begun(atRest(pawns), leap);
  assert.deepEqual(leaping.men, { "4 4": "red" });
  assert.deepEqual(leaping.aloft, { "5 5": "black" });
  const taking = begun(landed(leaping, leap), leave);
  assert.deepEqual(taking.men, { "5 5": "black" });
  assert.equal(taking.counts["captures black"], 2);
  assert.equal(landed(taking, leave).counts["captures black"], 3);
});

test("a stone leaves the heap as it is placed, and one taken in a game without captures' heaps is gone", () => {
  const start = scene({ men: { "inner s": "black" }, counts: { "heap white": 5 } });
  const [enter, leave] = beats(
    { do: "place", role: "white", to: "outer n" },
    { do: "capture", role: "white", from: [["inner s", 1]], to: null, now: null });
  assert.deepEqual(begun(atRest(start), enter).counts, { "heap white": 4 });
  const end = after(start, [enter, leave]);
  assert.deepEqual(end.men, { "outer n": "white" });
  assert.deepEqual(end.counts, { "heap white": 4 });
});

test("housefuls overlap on their way, and burnt houses are those that could not be filled", () => {
  const start = scene({ counts: { 14: 0, 13: 0, 8: 0, B: 17 }, burnt: ["13"] });
  const refill = schedule(beats({ do: "refill", role: "north", houses: [14, 13], burnt: [8], store: 3 }));
  const frames = cuesOf(start, refill).map(({ frame }) => frame);
  assert.deepEqual(frames.map(({ counts }) => counts.B), [10, 3, 3, 3, 3, 3]);
  assert.deepEqual(frames.at(-1).counts, { 14: 7, 13: 7, 8: 0, B: 3 });
  assert.deepEqual(frames.at(-1).burnt, ["8"]);
});

test("cues come in the order of time, and a landing before what begins at the same moment", () => {
  const cues = cuesOf(HOUSES, schedule(SOWING));
  const times = cues.map(({ time }) => time);
  assert.deepEqual(times, [...times].sort((a, b) => a - b));
  for (const beat of SOWING.keys()) {
    const own = cues.filter((cue) => cue.beat.move === SOWING[beat].move && cue.beat.to === SOWING[beat].to);
    assert.deepEqual(own.map(({ lands }) => lands), [false, true]);
  }
});
