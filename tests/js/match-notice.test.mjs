import assert from "node:assert/strict";
import { test } from "node:test";
import { statusText } from "../../static/match/announce/notice.js";
import { resultLine, resultSentence } from "../../static/match/announce/result.js";
import "./games.mjs";

const SEATS = [{ role: "south", name: "alice" }, { role: "north", name: "bob" }];
const FACTS = { options: {}, houses: {}, stores: {}, at: {}, hand: {}, burnt: [], sealed: {}, choosing: [], ended: [], phase: "turn" };

function live({ you = ["north"], legal = { south: ["scoop 3"] }, result = null }) {
  const toMove = Object.keys(legal);
  const status = result ? "over" : "playing";
  const position = { facts: FACTS, to_move: toMove, legal };
  const myTurns = you.filter((role) => toMove.includes(role));
  return { match: { game: "congkak", seats: SEATS, status, result, rematch: null }, position, you, myTurns, playing: !result };
}

test("who waits while the other sows by hand is told that, as is everybody who watches", () => {
  const sowing = { south: ["drop 4", "drop 5"] };
  assert.equal(statusText(live({ legal: sowing })), "alice is sowing.");
  assert.equal(statusText(live({ legal: sowing, you: [] })), "alice is sowing.");
  assert.equal(statusText(live({ legal: sowing, you: ["south"] })), "Your turn: drop the next shell.");
  assert.equal(statusText(live({})), "Waiting for alice.");
  assert.equal(statusText(live({ you: [] })), "alice's turn");
});

test("the result begins like a sentence, but nobody's name is written otherwise than they do", () => {
  const result = { winner: "north", how: "resignation", goals: null };
  assert.equal(resultLine(live({ result })), "alice resigned");
  assert.equal(resultLine(live({ result, you: ["south"] })), "You resigned");
  assert.equal(resultLine(live({ result: { winner: null, how: "agreement", goals: null } })), "Agreed by both");
  assert.equal(resultSentence(live({ result, you: ["south"] })), "bob won: you resigned.");
});
