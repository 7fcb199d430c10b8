import assert from "node:assert/strict";
import { test } from "node:test";

import { idleReason } from "../../static/match/announce/refused_click.js";
import "./games.mjs";

const seats = [{ role: "south", name: "alice" }, { role: "north", name: "bob" }];
const turn = { phase: "turn", choosing: ["north"], ended: [], options: { sowing: "auto" } };

const match = (changes = {}) => ({
  match: { game: "congkak", seats },
  position: { facts: turn, to_move: ["north"] },
  you: ["south"],
  playing: true,
  ...changes,
});

test("who waits is told whose turn it is", () => {
  assert.equal(idleReason(match(), false), "It is not your turn: bob must move first.");
});

test("who watches is told who may play", () => {
  assert.equal(idleReason(match({ you: [] }), false), "You're watching. Only alice and bob can play here.");
});

test("who looks back is told how to come to where the match stands", () => {
  assert.equal(idleReason(match(), true), "This is how it stood earlier. Go back to Live to play.");
});

test("after the end nothing else is said", () => {
  for (const past of [false, true]) assert.equal(idleReason(match({ playing: false, you: [] }), past), "The match is over.");
});

test("who has chosen in secret, or has ended the opening, is told what for they wait", () => {
  const opening = { ...turn, phase: "opening" };
  const sealed = { facts: opening, to_move: ["north"] };
  assert.match(idleReason(match({ position: sealed }), false), /^You have already chosen/);
  const ended = { facts: { ...opening, ended: ["south"] }, to_move: ["north"] };
  assert.match(idleReason(match({ position: ended }), false), /^Your turn in the opening has ended/);
});
