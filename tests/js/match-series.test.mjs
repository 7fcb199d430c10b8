import assert from "node:assert/strict";
import { test } from "node:test";
import { nextGame, points, rematchText, seriesHeadline, seriesText } from "../../static/match/announce/result.js";

const SEATS = [{ role: "north", name: "alice" }, { role: "south", name: "bob" }];
const won = { winner: "north", how: "rules", goals: null };

const match = (game, result, over = {}) =>
  ({ seats: SEATS, series: { id: "a", game, of: 2, score: { north: 1.5, south: 0.5 } }, result, rematch: null, ...over });

test("a series stands as its games have gone so far", () => {
  assert.equal(seriesText(match(1, null)), "Game 1 of 2: alice 1½ – ½ bob");
  assert.equal(seriesText(match(1, won)), "Game 1 of 2: alice 1½ – ½ bob");
  assert.equal(seriesText(match(2, won)), "The series is over: alice 1½ – ½ bob");
  assert.equal(seriesText(match(1, null, { series: null })), "");
  assert.deepEqual([0, 0.5, 1, 2.5].map(points), ["0", "½", "1", "2½"]);
});

test("a finished series and a drawn one have their own words", () => {
  const drawn = { id: "a", game: 2, of: 2, score: { north: 1, south: 1 } };
  assert.equal(seriesHeadline({ match: match(2, won), you: ["north"] }), "You won the series");
  assert.equal(seriesHeadline({ match: match(2, won), you: ["south"] }), "alice won the series");
  assert.equal(seriesHeadline({ match: match(2, won, { series: drawn }), you: [] }), "The series is drawn");
  assert.equal(seriesHeadline({ match: match(1, won), you: [] }), "");
  assert.equal(seriesHeadline({ match: match(1, won, { series: null }), you: [] }), "");
});

test("the next game is the following one, or the same again if it was aborted", () => {
  assert.equal(nextGame(match(1, won)), 2);
  assert.equal(nextGame(match(2, won)), null);
  assert.equal(nextGame(match(2, { winner: null, how: "aborted", goals: null })), 2);
});

test("who waits for the next game is told so, and the other is asked", () => {
  const offered = match(1, won, { rematch: { by: "south" } });
  assert.equal(rematchText({ match: offered, you: ["south"] }), "You are ready for game 2. Waiting for alice.");
  assert.equal(rematchText({ match: offered, you: ["north"] }), "bob is ready for game 2.");
  assert.equal(rematchText({ match: match(2, won, { rematch: { by: "south" } }), you: ["north"] }), "bob offers a rematch.");
});
