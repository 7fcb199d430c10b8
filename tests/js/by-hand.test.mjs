import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { guess, onward } from "../../static/boards/by_hand.js";

const CASES = JSON.parse(readFileSync(new URL("../rules/golden/congkak_ahead.json", import.meta.url), "utf8"));

for (const [name, { before, role, action, after }] of Object.entries(CASES)) {
  test(`the board foresees what the rules do: ${name}`, () => {
    const foreseen = guess(before, role, action);
    assert.deepEqual(foreseen.trace, after.trace.slice(0, foreseen.trace.length));
    if (foreseen.trace.length === after.trace.length) {
      const { facts, to_move, legal } = foreseen.position;
      assert.deepEqual(facts, { ...before.facts, ...after.facts });
      assert.deepEqual(to_move, after.to_move);
      for (const one of to_move) assert.deepEqual([...legal[one]].sort(), after.legal[one]);
    } else {
      assert.equal(foreseen.trace[0].hand, 0, "only what a last shell leads to is left to the rules");
      assert.deepEqual(foreseen.position.to_move, []);
    }
  });
}

test("what is not legal, or sown by itself, is not foreseen", () => {
  const { before } = CASES["a drop on the way"];
  assert.equal(guess(before, "south", "drop 5"), null);
  const auto = { ...before, facts: { ...before.facts, options: { ...before.facts.options, sowing: "auto" } } };
  assert.equal(guess(auto, "south", "drop 4"), null);
});

test("going on along the path never ends in a burnt house", () => {
  const { before } = CASES["past two burnt houses"];
  assert.deepEqual(before.legal.south, ["drop 10", "drop 8", "drop 9"]);
  assert.equal(onward(before, "south"), "drop 10");
  assert.equal(onward(before, "north"), null);
  assert.equal(onward(CASES["a scoop"].before, "south"), null, "an empty hand goes nowhere");
});

test("the position that was shown stays as it is", () => {
  const { before, role, action } = CASES["a relay"];
  const copy = structuredClone(before);
  guess(before, role, action);
  assert.deepEqual(before, copy);
});
