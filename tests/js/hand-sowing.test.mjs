import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { GAMES } from "./games.mjs";

/** @param {string} game */
const casesOf = (game) => JSON.parse(readFileSync(new URL(`../games/${game}/golden/ahead.json`, import.meta.url), "utf8"));

const CASES = casesOf("congkak");
const { nextDrop, predict } = GAMES.congkak;

/** What is drawn of the facts. */
const drawn = ({ houses, stores, pits, seeds, hand, at }) => ({ houses, stores, pits, seeds, hand, at });

const ALL = ["congkak", "mancala", "oware"].flatMap((game) => Object.entries(casesOf(game)).map(([name, one]) => ({ game, name, ...one })));

for (const { game, name, before, role, action, after } of ALL) {
  test(`the board foresees what the rules do, as far as it was told: ${game}, ${name}`, () => {
    const foreseen = GAMES[game].predict(before, role, action);
    if (after.trace[0].do === "forfeit") {
      assert.equal(foreseen, null);
      return;
    }
    assert.deepEqual(foreseen.trace, after.trace.slice(0, foreseen.trace.length));
    if (foreseen.trace.length === after.trace.length && after.legal[role]) {
      const { facts, to_move, legal } = foreseen.position;
      assert.deepEqual(drawn(facts), drawn({ ...before.facts, ...after.facts }));
      assert.deepEqual(to_move, after.to_move);
      for (const one of to_move) assert.deepEqual([...legal[one]].sort(), after.legal[one]);
    } else {
      assert.equal(foreseen.trace[0].hand, 0, "only what a last shell leads to is waited for");
      assert.ok(!foreseen.position.to_move.includes(role));
    }
  });
}

test("what is not legal, or of which nothing was told, is not foreseen", () => {
  const { before } = CASES["a drop on the way"];
  assert.equal(predict(before, "south", "drop 5"), null);
  assert.equal(predict({ ...before, ways: undefined }, "south", "drop 4"), null);
});

test("going on along the way never ends in a burnt house", () => {
  const { before } = CASES["past two burnt houses"];
  assert.deepEqual(before.legal.south, ["drop 10", "drop 8", "drop 9"]);
  assert.equal(nextDrop(before, "south"), "drop 10");
  assert.equal(nextDrop(before, "north"), null);
  assert.equal(nextDrop(CASES["a scoop"].before, "south"), null, "an empty hand goes nowhere");
  assert.equal(GAMES.oware.nextDrop({ facts: { seeds: {} } }, "south"), null, "where seeds are sown by themselves, nothing is dropped");
});

test("a whole hand and the relay behind it are foreseen shell by shell", () => {
  let { before: position } = CASES["a relay"];
  const fallen = [];
  for (let action = nextDrop(position, "south"); action; action = nextDrop(position, "south")) {
    fallen.push(action);
    ({ position } = predict(position, "south", action));
  }
  assert.deepEqual(fallen, ["drop 4", "drop 5", "drop 6", "drop 7"]);
});

test("the position that was shown stays as it is", () => {
  const { before, role, action } = CASES["a relay"];
  const copy = structuredClone(before);
  predict(before, role, action);
  assert.deepEqual(before, copy);
});
