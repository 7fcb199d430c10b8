import assert from "node:assert/strict";
import { test } from "node:test";
import { countMoves, placeText } from "../../static/match/navigation/place_text.js";
import { EventLog } from "../../static/match/state/event_log.js";
import { acted, event, started } from "./match-frames.mjs";
import "./games.mjs";

const ply = (n, action, role = "north") => ({ n, role, action, trace: [] });

function sown(seq, first, stones, ...others) {
  const puts = Array.from({ length: stones }, (_, i) => ply(first + i + 1, `put p${i + 1}`));
  const plies = [ply(first, "pick p6"), ...puts, ...others];
  return event(seq, "acted", { ply: plies[plies.length - 1].n, plies });
}

/** Two moves of mancala, then a third after which the other has to pass. */
function mancala() {
  const log = new EventLog(4);
  log.keep([started(1), sown(2, 1, 3), sown(3, 5, 2), sown(4, 8, 1, ply(10, "noop", "south"))]);
  return { log, match: { game: "mancala" }, playing: true };
}

test("a sowing is one move, with all its stones; a pass is one too", () => {
  const live = mancala();
  const counted = [0, 1, 3, 4, 5, 7, 9, 10].map((ply) => countMoves(live, ply)).map(({ moves, more }) => [moves, more]);
  assert.deepEqual(counted, [[0, 0], [0, 1], [0, 3], [1, 0], [1, 1], [2, 0], [3, 0], [4, 0]]);
});

test("what was taken back is not counted, except by who looks at it", () => {
  const live = mancala();
  live.log.head = 6;
  live.log.keep([event(5, "taken_back", { ply: 4 }), sown(6, 11, 1)]);
  assert.deepEqual([4, 7, 12].map((ply) => countMoves(live, ply).moves), [1, 2, 2]);
});

test("in the other games each ply is a move", () => {
  const log = new EventLog(500);
  assert.deepEqual(countMoves({ log, match: { game: "morris" } }, 31), { moves: 31, more: 0 });
  log.keep([acted(500, [498])]);
  assert.deepEqual(countMoves({ log, match: { game: "congkak" } }, 498), { moves: 498, more: 0 });
});

test("as long as moves are missing they are not counted", () => {
  const live = mancala();
  live.log.frames.delete(2);
  assert.equal(countMoves(live, 10), null);
  assert.equal(placeText({ live, ply: 10, last: 10, place: null, beats: 0, variation: null }), "Live");
});

test("a place is said by its move", () => {
  const live = mancala();
  const said = (ply, place = ply, beats = 0) => placeText({ live, ply, last: 10, place, beats, variation: null });
  assert.equal(said(0), "Before the first move");
  assert.equal(said(4), "Move 1 of 4");
  assert.equal(said(5, 5, 1), "Move 1 of 4 and 2 more");
  assert.equal(said(10, null), "Live, move 4");
});
