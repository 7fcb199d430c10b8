import assert from "node:assert/strict";
import { test } from "node:test";

import { accuracyText, countText, explanation, gravest } from "../../static/analysis/review/grades.js";
import { GAMES } from "./games.mjs";

const OUTCOMES = { 1: 5, 0: 0, "-1": -5 };

/** A decision of which the outcome went from one to another, and that gave so much away. */
function decision(ply, grade, before, after, score) {
  const of = (outcome) => ({ kind: "exact", score: OUTCOMES[outcome], outcome });
  return { seq: ply, ply, role: "north", action: "x", grade, why: "", found: { value: of(before), actions: { x: { ...of(after), loss: { kind: "exact", score } } } } };
}

const match = [
  decision(1, "margin", 1, 1, 30),
  decision(2, "", 1, 1, 0),
  decision(3, "turning", 1, 0, 6),
  decision(4, "estimated", null, null, 40),
  decision(5, "turning", 1, -1, 4),
  decision(6, "margin", -1, -1, 2),
  decision(7, "turning", 0, -1, 8),
];

test("the gravest mistake changed the outcome most, however much others gave away", () => {
  const order = [];
  for (let left = match; gravest(left); left = left.filter((one) => one !== gravest(left))) order.push(gravest(left).ply);
  assert.deepEqual(order, [5, 7, 3, 1, 6, 4]);
  assert.equal(gravest(match.filter(({ grade }) => !grade)), undefined);
});

test("turning points and small slips are counted apart", () => {
  assert.equal(countText(match.filter(({ grade }) => grade)), "3 turning points and 3 small slips");
  assert.equal(countText(match.slice(0, 1)), "1 small slip");
  assert.equal(countText([]), "");
});

test("an accuracy says of how many moves it is, and where nothing was at stake there is none", () => {
  const told = { turning: 1, margin: 0, estimated: 0, lost: 4 };
  assert.equal(accuracyText({ ...told, accuracy: 83, at_stake: 12 }), "83 % of 12 moves");
  assert.equal(accuracyText({ ...told, accuracy: null, at_stake: 0 }), "Nothing at stake");
});

test("it is said from which estimated loss on a move is marked, or that none is", () => {
  const found = { unit: "margin", scope: "game" };
  assert.match(explanation(GAMES.mancala, found, 6), /estimated at 6 stones or more/);
  assert.match(explanation(GAMES.morris, { ...found, unit: "goal" }, null), /aren't marked/);
});
