import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { bestOf, DURATION, keepBest, MOST_MISSED, RushCount } from "../../static/analysis/puzzles/rush_count.js";

const PUZZLES = ["a", "b", "c", "d", "e"];

beforeEach(() => {
  globalThis.document = { cookie: "" };
});

test("right puzzles count, missed ones are kept, and each leads to the next", () => {
  const count = new RushCount(PUZZLES, 0);
  count.judge(true);
  count.judge(false);
  count.skip();
  assert.deepEqual([count.puzzle, count.right, count.missed], ["d", 1, ["b"]]);
  assert.equal(count.over(0), null);
});

test("a rush ends with the last miss that is allowed, with its puzzles or with its time", () => {
  const missed = new RushCount(PUZZLES, 0);
  for (let n = 0; n < MOST_MISSED; n += 1) missed.judge(false);
  assert.equal(missed.over(0), "missed");
  const all = new RushCount(PUZZLES, 0);
  for (const _ of PUZZLES) all.judge(true);
  assert.equal(all.over(0), "puzzles");
  const late = new RushCount(PUZZLES, 1000);
  assert.equal(late.over(DURATION + 999), null);
  assert.equal(late.over(DURATION + 1000), "time");
});

test("no time is left after the end", () => {
  const count = new RushCount(PUZZLES, 1000);
  assert.deepEqual([1000, DURATION, DURATION + 5000].map((now) => count.left(now)), [DURATION, 1000, 0]);
});

test("the best of each game is kept, and only a better one replaces it", () => {
  assert.equal(keepBest("oware", 0), false);
  assert.equal(keepBest("oware", 7), true);
  assert.equal(keepBest("oware", 5), false);
  assert.deepEqual([bestOf("oware"), bestOf("congkak")], [7, 0]);
});
