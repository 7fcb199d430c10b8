import assert from "node:assert/strict";
import { test } from "node:test";

import { arranged } from "../../static/watch/order.js";

test("what stays on the wall keeps its place, and what comes takes the places of what leaves", () => {
  assert.deepEqual(arranged(["a", "b", "c"], ["c", "d", "a"]), ["a", "d", "c"]);
  assert.deepEqual(arranged(["a", "b"], ["b", "a"]), ["a", "b"]);
  assert.deepEqual(arranged(["a", "b", "c"], ["c"]), ["c"]);
  assert.deepEqual(arranged([], ["b", "a"]), ["b", "a"]);
  assert.deepEqual(arranged(["a"], ["x", "y", "a"]), ["a", "x", "y"]);
});
