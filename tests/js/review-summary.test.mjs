import assert from "node:assert/strict";
import { test } from "node:test";
import { pauseBefore } from "../../static/match/navigation/autoplay.js";
import { chapterOf, highlights, rowOf, rowsOf, scoresAt, thinned, unpacked } from "../../static/analysis/review/summary.js";

/** Two rounds of three decisions; the fifth row takes one back, and it is played anew. */
const summary = unpacked({
  upto: 9, begun: 0, roles: ["south", "north"], counted: "Shells", start: [0, 0],
  seq: [3, 1, 1, 1, 1, 1], ply: [1, 3, 1, 1, -1, 2], role: [0, 1, 0, 1, -1, 1], at: [1000, 4000, 2000, 9000, 500, 3000],
  score: [[2, 2, 5, 0, 5, 0], [0, 4, 4, 1, 4, 2]], back: [4],
  chapters: [{ row: -1, number: 1, houses: [7, 7], end: [60, 38] }, { row: 2, number: 2, houses: [7, 5], end: [] }],
});

test("differences add up to places", () => {
  assert.deepEqual(summary.ply, [1, 4, 5, 6, 5, 7]);
});

test("a ply is found in the row of its decision, whatever was taken back", () => {
  assert.deepEqual([0, 1, 2, 4, 5, 6, 7, 99].map((ply) => rowOf(summary, ply)), [-1, 0, 1, 1, 2, 3, 5, 5]);
});

test("every ply of a long match is found", () => {
  const steps = Array.from({ length: 12_000 }, () => 1);
  const long = { ...summary, ply: steps.map((_, i) => i + 1), back: new Set() };
  for (const ply of [1, 2, 5999, 6000, 11_999, 12_000]) assert.equal(rowOf(long, ply), ply - 1);
});

test("scores are those after a row, and at first those of the start", () => {
  assert.deepEqual(scoresAt(summary, -1), [0, 0]);
  assert.deepEqual(scoresAt(summary, 1), [2, 4]);
});

test("a round goes from behind its first row to the row that the next begins behind", () => {
  assert.deepEqual([-1, 0, 2, 3, 5].map((row) => chapterOf(summary, row)), [0, 0, 1, 1, 1]);
  assert.deepEqual([rowsOf(summary, 0), rowsOf(summary, 1)], [[0, 2], [3, 5]]);
});

test("the course in words: the lead and its changes, and the longest thought", () => {
  assert.deepEqual(highlights(summary), {
    changes: 3, lead: { role: "south", by: 22, row: 2 }, longest: { row: 3, ms: 9000 },
  });
});

test("a drawing keeps every peak of a long match in a few points", () => {
  const values = Array.from({ length: 12_000 }, (_, i) => i % 7);
  values[7777] = 98;
  const few = thinned(values, 640);
  assert.ok(few.length <= 642 && few.length > 300, String(few.length));
  assert.ok(few.some(([i, value]) => i === 7777 && value === 98));
  assert.deepEqual(few.map(([i]) => i), few.map(([i]) => i).sort((a, b) => a - b));
  assert.deepEqual(thinned([3, 1], 10), [[0, 3], [1, 1]]);
});

test("playing through waits as long as the players did, but not for ever", () => {
  assert.equal(pauseBefore("real", 4000, false), 4000);
  assert.equal(pauseBefore("real", 9e6, false), 30_000);
  assert.equal(pauseBefore("real", undefined, false), pauseBefore("normal", 4000, false));
  assert.ok(pauseBefore("normal", 0, true) > pauseBefore("normal", 0, false), "without motion");
});
