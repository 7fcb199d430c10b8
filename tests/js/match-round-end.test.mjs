import assert from "node:assert/strict";
import { test } from "node:test";

import { endsRound } from "../../static/match/announce/round_end.js";
import { MatchNavigator } from "../../static/match/navigation/navigator.js";
import { event } from "./match-frames.mjs";
import "./games.mjs";

const plies = (...kinds) => [{ n: 1, role: "south", action: "scoop 3", trace: kinds.map((kind) => ({ do: kind })) }];

test("a round ends where another follows: the last one ends with the match", () => {
  assert.ok(endsRound(plies("scoop", "collect", "round", "refill", "refill")));
  assert.ok(!endsRound(plies("scoop", "collect", "round", "over")));
  assert.ok(!endsRound(plies("scoop", "capture")));
});

/** A navigator of a live page, and the plies that its board has played. */
function livePage() {
  const played = [];
  const boardView = { show() {}, play: (plies) => played.push(plies[0].n) };
  const nav = new MatchNavigator({ state: { log: {} }, commands: { ahead: (position) => position }, changed() {} }, boardView);
  return { nav, played };
}

const move = (seq) => event(seq, "acted", { ply: seq, role: "south", plies: [{ ...plies("scoop")[0], n: seq }] });

test("what happens while the end of a round is read is shown afterwards, the newest in motion", () => {
  const { nav, played } = livePage();
  const goOn = nav.hold();
  nav.follow([move(2)]);
  nav.follow([move(3)]);
  assert.deepEqual(played, []);
  goOn();
  assert.deepEqual(played, [3]);
  nav.follow([move(4)]);
  assert.deepEqual(played, [3, 4]);
});

test("what the viewer has done is not held up, nor is a position that was shown anew", () => {
  const { nav, played } = livePage();
  const goOn = nav.hold();
  nav.follow([move(2)], new Map([[2, []]]));
  assert.deepEqual(played, [2]);
  nav.follow([move(3)]);
  nav.live.position = { ply: 3 };
  nav.live.log = { line: { before: () => 2 }, decision: () => null };
  nav.showLive();
  goOn();
  assert.deepEqual(played, [2]);
});
