import assert from "node:assert/strict";
import { test } from "node:test";
import { parts, toggled } from "../../static/study/annotations.js";

test("what is drawn again is removed, and another colour takes the place of the first", () => {
  const one = toggled([], "green:p3");
  assert.deepEqual(toggled(one, "green:p3"), []);
  assert.deepEqual(toggled(one, "red:p3"), ["red:p3"]);
  assert.deepEqual(toggled(one, "green:p3>p7"), ["green:p3", "green:p3>p7"]);
});

test("an annotation names its colour and its stops, which may have blanks", () => {
  assert.deepEqual(parts("blue:outer nw>inner e").stops, ["outer nw", "inner e"]);
  assert.equal(parts("blue:3 4").colour, "blue");
});
