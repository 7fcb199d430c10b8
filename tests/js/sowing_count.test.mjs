import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { bestOf, keepBest, numbersAround } from "../../static/learn/sowing_count.js";

beforeEach(() => {
  globalThis.document = { cookie: "" };
});

test("the best count of each level is kept for each game", () => {
  keepBest("congkak", 1, 7);
  assert.deepEqual(bestOf("congkak"), [0, 7]);
  keepBest("congkak", 1, 5);
  keepBest("congkak", 0, 9);
  assert.deepEqual(bestOf("congkak"), [9, 7]);
  assert.deepEqual(bestOf("oware"), [0]);
});

test("the offered numbers hold the right one and nothing, and rise", () => {
  for (const right of [0, 1, 2, 3, 8, 22]) {
    const numbers = numbersAround(right);
    assert.equal(numbers.length, 5);
    assert.ok(numbers.includes(right) && numbers.includes(0));
    assert.deepEqual(numbers, [...numbers].sort((one, other) => one - other));
    assert.equal(new Set(numbers).size, 5);
  }
});

test("the right number has no fixed place", () => {
  const places = new Set([2, 3, 4, 5, 6, 7, 8].map((right) => numbersAround(right).indexOf(right)));
  assert.ok(places.size > 2);
});
