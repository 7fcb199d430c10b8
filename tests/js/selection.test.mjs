import assert from "node:assert/strict";
import { test } from "node:test";

import { begun, candidates, selectable, select } from "../../static/boards/input/selection.js";
import { GAMES } from "./games.mjs";

const { mancala, morris, checkers, congkak, draughts } = GAMES;

const position = (role, legal, facts = {}) => ({ facts, to_move: [role], legal: { [role]: legal } });

test("one click on a pit picks it", () => {
  const at = position("north", ["pick p6", "pick p7"], { hand: { north: 0 } });
  const { act } = select(mancala, at, ["north"], [], "p7");
  assert.equal(act.action, "pick p7");
  assert.equal(act.role, "north");
});

test("a pawn is chosen first and then sent", () => {
  const at = position("black", ["move 1 3 2 4", "move 3 3 2 4", "move 3 3 4 4"], { pawns: {} });
  const first = select(checkers, at, ["black"], [], "3 3");
  assert.deepEqual(first, { chosen: ["3 3"] });
  assert.equal(select(checkers, at, ["black"], first.chosen, "4 4").act.action, "move 3 3 4 4");
});

test("another pawn can be chosen instead, and a second click lets go", () => {
  const at = position("black", ["move 1 3 2 4", "move 3 3 2 4"], { pawns: {} });
  assert.deepEqual(select(checkers, at, ["black"], ["3 3"], "1 3"), { chosen: ["1 3"] });
  assert.deepEqual(select(checkers, at, ["black"], ["3 3"], "3 3"), { chosen: [] });
});

test("what may be clicked next goes on with the choice or begins anew", () => {
  const all = candidates(checkers, position("black", ["move 1 3 2 4", "move 3 3 4 4"]), ["black"]);
  const { next, first } = selectable(all, ["3 3"]);
  assert.deepEqual([...next], ["4 4"]);
  assert.deepEqual([...first], ["1 3", "3 3"]);
});

test("a piece that must jump on is chosen already, for its player alone", () => {
  const at = position("black", ["jump 5 3 3 5", "jump 5 3 7 5"], { pawns: { "5 3": "black" }, chain: "5 3" });
  assert.deepEqual(begun(draughts, at, ["black"]), ["5 3"]);
  assert.deepEqual(begun(draughts, at, ["red"]), []);
  assert.deepEqual(begun(draughts, position("black", [], { chain: null }), ["black"]), []);
  assert.deepEqual(begun(morris, position("white", []), ["white"]), []);
  assert.equal(draughts.task(at, "black"), "Your turn: the piece at e3 must jump on.");
});

test("an illegal click says which action was meant, so that the rules can say why not", () => {
  const jump = position("black", ["jump 3 3 5 5"], { pawns: { "3 3": "black", "1 3": "black", "4 4": "red" } });
  assert.equal(select(checkers, jump, ["black"], [], "1 3").refused.action, "move 1 3");
  assert.equal(select(checkers, jump, ["black"], ["3 3"], "2 4").refused.action, "move 3 3 2 4");
  assert.equal(select(checkers, jump, ["black"], ["3 3"], "1 3").refused.action, "move 1 3");
  const pits = position("north", ["pick p6"], { hand: { north: 0 } });
  assert.equal(select(mancala, pits, ["north"], [], "p2").refused.action, "pick p2");
  const mill = position("white", ["remove outer n"], { mill: true, heap: { white: 0 } });
  assert.equal(select(morris, mill, ["white"], [], "inner n").refused.action, "remove inner n");
});

test("nothing is refused while it isn't the viewer's turn", () => {
  const at = position("north", ["pick p6"], { hand: { north: 0 } });
  assert.deepEqual(select(mancala, at, ["south"], [], "p1"), { chosen: [] });
  assert.deepEqual(select(mancala, at, [], [], "p6"), { chosen: [] });
});

test("both roles on one screen: each may choose its own house in the opening", () => {
  const at = { facts: {}, to_move: ["south", "north"], legal: { south: ["scoop 1"], north: ["scoop 9"] } };
  assert.equal(select(congkak, at, ["south", "north"], [], "9").act.role, "north");
  assert.equal(select(congkak, at, ["south", "north"], [], "1").act.role, "south");
});

test("both roles on one screen: a click in vain is taken as the owner's of what was clicked", () => {
  const at = { facts: { hand: { south: 0, north: 0 } }, to_move: ["south", "north"], legal: { south: ["scoop 1"], north: ["scoop 9"] } };
  assert.deepEqual(select(congkak, at, ["south", "north"], [], "10").refused, { role: "north", action: "scoop 10", stop: "10" });
  assert.deepEqual(select(congkak, at, ["south", "north"], [], "A").refused, { role: "south", action: "scoop A", stop: "A" });
});

test("sowing by hand is a click on the stop where the shell shall fall", () => {
  const at = position("south", ["drop 4", "drop A"], { hand: { south: 3 } });
  assert.equal(select(congkak, at, ["south"], [], "A").act.action, "drop A");
  assert.equal(select(congkak, at, ["south"], [], "9").refused.action, "drop 9");
});

test("a pass is no click on the board", () => {
  assert.deepEqual(candidates(morris, position("white", ["noop"]), ["white"]), []);
});

test("where the other player's choice is hidden, the rules are asked as if it were still to come", () => {
  const facts = { phase: "opening", options: { sowing: "auto" }, choosing: ["south"], ended: [], sealed: { south: null, north: null } };
  assert.deepEqual(congkak.askable(facts), { ...facts, choosing: ["south", "north"] });
});

test("facts that hide nothing are asked as they are", () => {
  const turn = { phase: "turn", options: { sowing: "auto" }, choosing: ["north"], ended: [], sealed: { south: null, north: null } };
  const again = { ...turn, phase: "opening", choosing: ["south"], ended: ["north"] };
  for (const facts of [turn, again]) assert.deepEqual(congkak.askable(facts), facts);
});
