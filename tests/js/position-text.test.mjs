import assert from "node:assert/strict";
import { test } from "node:test";

import { positionSentences as sentencesOf } from "../../static/boards/text/position_text.js";
import { GAMES } from "./games.mjs";

const positionSentences = (slug, facts, you) => sentencesOf(slug, GAMES[slug].scene(facts), you);

const MANCALA = { pits: { p1: 3, p2: 3, p3: 0, p4: 4, p5: 4, p6: 0, p7: 3, p8: 3, p9: 3, p10: 3, pwinnorth: 2, pwinsouth: 1 },
  hand: { north: 0, south: 0 }, at: null, control: "south" };

const CONGKAK = { options: { rounds: "3", sowing: "hand" }, houses: Object.fromEntries(Array.from({ length: 14 }, (_, i) => [i + 1, 7])),
  stores: { south: 4, north: 0 }, burnt: [14], hand: { south: 0, north: 0 }, at: { south: null, north: null }, round: 2,
  phase: "turn", control: "south", choosing: ["south"], sealed: { south: null, north: null }, ended: [] };

test("a sowing board is told row by row, the own side first", () => {
  assert.deepEqual(positionSentences("mancala", MANCALA, ["south"]), [
    "Your pits 1 to 5: 3, 3, 0, 4, 4; your store: 1.", "North's pits 6 to 10: 0, 3, 3, 3, 3; North's store: 2."]);
  assert.deepEqual(positionSentences("congkak", CONGKAK, ["north"]), [
    "Your houses 8 to 14: 7, 7, 7, 7, 7, 7, burnt; your storehouse: 0.",
    "South's houses 1 to 7: 7, 7, 7, 7, 7, 7, 7; South's storehouse: 4."]);
});

test("to those who watch, or play both sides, nothing is theirs", () => {
  for (const you of [[], ["north", "south"]]) {
    const [first, second] = positionSentences("mancala", MANCALA, you);
    assert.match(first, /^North's pits/);
    assert.match(second, /^South's pits/);
  }
});

test("a hand full of shells and a secret of one's own are told too", () => {
  const sowing = { ...CONGKAK, hand: { south: 5, north: 0 }, at: { south: "A", north: null } };
  assert.equal(positionSentences("congkak", sowing, ["south"])[2], "In your hand: 5 shells, at the storehouse.");
  assert.equal(positionSentences("congkak", sowing, ["north"])[2], "In South's hand: 5 shells, at the storehouse.");
  const sealed = { ...CONGKAK, sealed: { south: 3, north: null } };
  assert.equal(positionSentences("congkak", sealed, ["south"])[2], "Chosen in secret: house 3.");
});

test("pieces are told by the names of their places", () => {
  const morris = { points: { "outer n": "white", "outer nw": "white", "middle n": "empty" }, heap: { white: 7, black: 0 }, mill: false };
  assert.deepEqual(positionSentences("morris", morris, ["black"]), ["Black, yours: none.", "White: a7 and d7; 7 stones to place."]);
  const checkers = { pawns: { "3 3": "black", "1 3": "black", "2 6": "red" }, captures: { black: 1, red: 0 } };
  assert.deepEqual(positionSentences("checkers", checkers),
    ["Black: a3 and c3; 1 pawn taken.", "Red: b6; 0 pawns taken."]);
});
