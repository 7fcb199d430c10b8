import assert from "node:assert/strict";
import { test } from "node:test";

import { Draft } from "../../static/analysis/setup/draft.js";
import { GAMES } from "./games.mjs";

const { mancala, morris, checkers, congkak } = GAMES;

const pits = ["p1", "p2", "p3", "p4", "p5", "pwinsouth", "p6", "p7", "p8", "p9", "p10", "pwinnorth"];
const stones = Object.fromEntries(pits.map((pit) => [pit, 30]));
const kalah = (counts = {}) => new Draft(mancala, { points: [], counted: stones }, { facts: { pits: counts, control: "south" }, to_move: ["south"] });
const men = (points, heap = { white: 0, black: 0 }) => new Draft(
  morris, { points: ["outer n", "outer e", "inner n"], counted: { "heap white": 9, "heap black": 9 } },
  { facts: { points, heap, control: "black" }, to_move: ["black"] },
);

test("a draft begins with what a position shows", () => {
  const draft = kalah({ p1: 4, pwinnorth: 26 });
  assert.equal(draft.turn, "south");
  assert.equal(draft.counts.p1, 4);
  assert.equal(draft.counts.p2, 0);
  assert.deepEqual(Object.keys(draft.plain), ["turn", "counts", "men", "burnt"]);
  assert.deepEqual(draft.heaps, []);
  assert.deepEqual(men({ "outer n": "white", "outer e": "empty" }, { white: 8, black: 9 }).plain, {
    turn: "black", counts: { "heap white": 8, "heap black": 9 }, men: { "outer n": "white" }, burnt: [],
  });
});

test("somebody is to move also where both choose at once", () => {
  const both = { facts: { houses: {}, control: null }, to_move: ["south", "north"] };
  assert.equal(new Draft(congkak, { points: [], counted: {} }, both).turn, "south");
});

test("a number is a whole one, and no more than can lie there", () => {
  const draft = kalah();
  for (const [given, kept] of [[5, 5], [31, 30], [-1, 0], [2.9, 2], [NaN, 0]]) {
    draft.setCount("p3", given);
    assert.equal(draft.counts.p3, kept);
  }
  draft.setCount("nowhere", 3);
  assert.equal("nowhere" in draft.counts, false);
});

test("one stone is moved, and none that is not there", () => {
  const draft = kalah({ p1: 1, p2: 0 });
  draft.move("p1", "p2");
  draft.move("p1", "p2");
  assert.deepEqual([draft.counts.p1, draft.counts.p2], [0, 1]);
});

test("a piece is placed, moved and taken away", () => {
  const draft = men({});
  draft.put("outer n", "white");
  draft.move("outer n", "inner n");
  draft.move("inner n", "outer w");
  assert.deepEqual(draft.men, { "inner n": "white" });
  draft.put("inner n", null);
  assert.deepEqual(draft.men, {});
});

test("a heap has no more pieces than are left for it", () => {
  const draft = men({}, { white: 9, black: 9 });
  draft.put("outer n", "white");
  assert.deepEqual([draft.counts["heap white"], draft.counts["heap black"]], [8, 9]);
  draft.setCount("heap white", 3);
  draft.put("outer e", "white");
  draft.put("outer e", null);
  assert.equal(draft.counts["heap white"], 3);
});

test("everything is taken off the board, what is counted beside it too", () => {
  const draft = men({ "outer n": "white" }, { white: 8, black: 9 });
  draft.clear();
  assert.deepEqual(draft.plain, { turn: "black", counts: { "heap white": 0, "heap black": 0 }, men: {}, burnt: [] });
});

test("the board goes on to show what is not set up, and nobody's hand", () => {
  const start = { facts: { pawns: { "1 1": "black" }, captures: { black: 2, red: 0 }, control: "black" }, to_move: ["black"] };
  const draft = new Draft(checkers, { points: ["1 1", "2 2"], counted: {} }, start);
  draft.put("2 2", "red");
  assert.deepEqual(draft.scene.men, { "1 1": "black", "2 2": "red" });
  assert.equal(draft.scene.counts["captures black"], 2);
  assert.deepEqual(draft.scene.hands.black, { n: 0, at: null });
});

test("in a burnt house nothing is counted, until it is burnt no more", () => {
  const facts = { houses: { 1: 0, 3: 7 }, burnt: [1], control: "south" };
  const draft = new Draft(congkak, { points: [], counted: { 1: 98, 3: 98 } }, { facts, to_move: ["south"] });
  draft.setCount("1", 4);
  assert.deepEqual(draft.plain, { turn: "south", counts: { 1: 0, 3: 7 }, men: {}, burnt: ["1"] });
  draft.burn("3", true);
  draft.burn("1", false);
  draft.setCount("1", 4);
  assert.deepEqual(draft.plain, { turn: "south", counts: { 1: 4, 3: 0 }, men: {}, burnt: ["3"] });
});
