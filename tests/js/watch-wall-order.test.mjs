import assert from "node:assert/strict";
import { test } from "node:test";

import { arrangeBoards } from "../../static/watch/match_card.js";

test("what stays on the wall keeps its place, and what comes takes the places of what leaves", () => {
  assert.deepEqual(arrangeBoards(["a", "b", "c"], ["c", "d", "a"]), ["a", "d", "c"]);
  assert.deepEqual(arrangeBoards(["a", "b"], ["b", "a"]), ["a", "b"]);
  assert.deepEqual(arrangeBoards(["a", "b", "c"], ["c"]), ["c"]);
  assert.deepEqual(arrangeBoards([], ["b", "a"]), ["b", "a"]);
  assert.deepEqual(arrangeBoards(["a"], ["x", "y", "a"]), ["a", "x", "y"]);
});
