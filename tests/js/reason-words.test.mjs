import assert from "node:assert/strict";
import { test } from "node:test";

import { reasonText } from "../../static/analysis/reason_words.js";
import { Reasons } from "../../static/analysis/review/reasons.js";
import { GAMES } from "./games.mjs";

const name = (role) => ({ north: "alice", south: "bob", white: "alice", black: "bob" })[role];

const LINE = [["north", "pick p7"], ["south", "pick p3"], ["north", "pick p9"], ["south", "pick p1"]];

/** A claim about mancala; n stones. */
function reason(more) {
  return { use: "allows", kind: "capture", role: "south", n: 7, stops: ["p3"], first: 1, by: 1, line: LINE.slice(0, 2), sure: false, proved: true, ...more };
}

const said = (more) => reasonText(GAMES.mancala, reason(more), name);

test("the move, the player, the reply and the number are named", () => {
  assert.equal(said({}), "Pit 7 let bob capture 7 stones with pit 3.");
  assert.equal(said({ n: 1 }), "Pit 7 let bob capture 1 stone with pit 3.");
  assert.equal(said({ use: "does", role: "north", first: 0, by: 0, line: LINE.slice(0, 1) }), "Pit 7 captures 7 stones.");
  assert.equal(said({ use: "prevents", first: 0, by: 0, line: LINE.slice(0, 1) }), "Pit 7 prevents that.");
  assert.equal(said({ kind: "again", line: LINE.slice(0, 2).concat([["south", "pick p4"]]) }), "Pit 7 let bob move 2 times in a row and gain 7 stones.");
});

test("a game that is won by collecting is not won with the notation of a pit", () => {
  const collected = { kind: "wins", n: 1, line: [["north", "pick p10"], ["south", "clear p2"]] };
  assert.equal(said(collected), "Pit 10 let bob collect what was left and win.");
});

test("what follows every reply is told apart from what best play leads to, and this from an estimate", () => {
  const later = { use: "later", first: 3, by: 3, line: LINE };
  assert.equal(said({ ...later, sure: true }), "After pit 7, nothing stops bob from capturing at least 7 stones.");
  const best = "With best play after pit 7, bob captures 7 stones with pit 1.";
  assert.equal(said(later), best);
  assert.equal(said({ ...later, proved: false }), `${best} This line is estimated, not proved.`);
});

test("a capture later in the same turn is named with its own move", () => {
  const turn = { use: "does", role: "north", first: 0, by: 1, line: [["north", "pick p6"], ["north", "pick p9"]] };
  assert.equal(said(turn), "After pit 6 the turn goes on: alice captures 7 stones with pit 9.");
});

test("where nothing has a name, the best line is told with what it is worth", () => {
  const actions = { "pick p7": { kind: "exact", score: -4, outcome: -1, loss: { kind: "exact", score: 12 } } };
  const found = { role: "north", scope: "game", unit: "margin", value: { kind: "exact", score: 8, outcome: 1 }, best: ["pick p8"], actions, line_proved: true };
  const told = (more) => new Reasons(GAMES.mancala, name, { can: false })
    .of({ action: "pick p7", grade: "turning", reasons: [], found: { ...found, ...more } }, true).map(({ text }) => text);
  assert.deepEqual(told({ line: [["north", "pick p8"], ["south", "pick p3"]] }), ["The best line: 8, 3. alice wins by 8 stones."]);
  assert.deepEqual(told({ line: [["north", "pick p8"]] }), ["The best line: 8. alice wins by 8 stones."]);
  const open = { line: [["north", "pick p8"]], line_proved: false, value: { kind: "estimate", score: 8, outcome: null } };
  assert.deepEqual(told(open), ["The best line found: 8. alice is ahead by about 8 stones."]);
});

test("of a game that ends with the line it is said who wins, and by how much", () => {
  assert.equal(said({ use: "ends", kind: "ends" }), "The game ends there: bob wins by 7 stones.");
  assert.equal(said({ use: "ends", kind: "ends", n: 0 }), "The game ends there: bob wins.");
});

test("what only one game has is said in its own words, and what has none is not said", () => {
  const mill = { use: "does", kind: "mill", role: "white", n: 1, stops: [], first: 0, by: 0, line: [["white", "place outer n"]], sure: false };
  assert.equal(reasonText(GAMES.morris, mill, name), "d7 closes a mill.");
  assert.equal(said({ kind: "mill" }), "");
});
