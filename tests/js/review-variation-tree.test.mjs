import assert from "node:assert/strict";
import { test } from "node:test";
import { backward, onward, VariationTree } from "../../static/analysis/review/variation_tree.js";

const position = { facts: {}, to_move: ["south"], legal: {} };

function tried(action, role = "north") {
  return { role, action, plies: [], position, continues: action.startsWith("drop"), after: [] };
}

/** A tree with lines from ply 4; each move is a letter, "ab" and "ac" branch after a. */
function grown(...lines) {
  const tree = new VariationTree();
  for (const line of lines) {
    let spot = { ply: 4, path: [] };
    for (const letter of line) spot = { ply: 4, path: [...spot.path, tree.add(spot, tried(letter))] };
  }
  return tree;
}

const written = (all) => all.map(({ action }) => action).join("");
const start = { ply: 4, path: [] };

test("what is tried twice is kept once", () => {
  const tree = grown("abc", "abc", "abd");
  assert.equal(tree.size, 4);
  assert.equal(tree.next(start, "north", "a"), tree.from(start)[0]);
  assert.equal(tree.next(start, "south", "a"), undefined);
});

test("so many moves are kept that they find room, and those that are kept are found also then", () => {
  const tree = grown(...Array.from({ length: 600 }, (_, i) => [`move ${i}`]));
  assert.equal(tree.size, 600);
  assert.equal(tree.add(start, tried("another")), null);
  assert.equal(tree.add(start, tried("move 0")), tree.from(start)[0]);
});

test("a list shows each line with those that leave it below it", () => {
  const rows = grown("abc", "abd", "axy", "axz", "q").rows(4);
  assert.deepEqual(rows.map(({ depth, lead, line }) => [depth, written(lead), written(line)]), [
    [1, "", "abc"],
    [2, "a", "xy"],
    [3, "ax", "z"],
    [2, "ab", "d"],
    [1, "", "q"],
  ]);
});

test("the way forward is what was tried first, and back leads to where it began", () => {
  const tree = grown("abc", "x");
  const one = onward(start, tree.from(start));
  const two = onward(one, tree.from(one));
  assert.equal(written(two.path), "ab");
  assert.equal(written(backward(two).path), "a");
  assert.equal(backward(one).path.length, 0);
  const three = onward(two, tree.from(two));
  assert.equal(onward(three, tree.from(three)).path.length, 3);
});

test("a handful dropped by hand is one step, and with Shift a shell each", () => {
  const tree = grown(["scoop 3", "drop 4", "drop 5", "scoop 9"]);
  const all = onward(start, tree.from(start));
  assert.equal(all.path.length, 3);
  assert.equal(onward(start, tree.from(start), true).path.length, 1);
  assert.equal(backward(all).path.length, 0);
  assert.equal(backward(all, true).path.length, 2);
});

test("a deleted move takes with it what was tried after it, and nothing else", () => {
  const tree = grown("abc", "abd", "q");
  const [a] = tree.from(start);
  const [b] = a.after;
  tree.remove({ ply: 4, path: [a, b] });
  assert.deepEqual(tree.rows(4).map(({ line }) => written(line)), ["a", "q"]);
  tree.remove({ ply: 4, path: [a] });
  tree.remove({ ply: 4, path: tree.from(start) });
  assert.deepEqual(tree.plies, []);
});

test("a tree comes back from the server as it was, without the positions, and takes in another one", () => {
  const tree = grown("abc", "abd");
  assert.deepEqual(tree.moves, [[-5, "north", "a"], [0, "north", "b"], [1, "north", "c"], [1, "north", "d"]]);
  const again = grown("q");
  for (let i = 0; i < 2; i += 1) again.merge(tree.moves, () => false);
  assert.deepEqual(again.rows(4).map(({ line }) => written(line)), ["q", "abc", "d"]);
  assert.equal(again.from(start)[1].position, null);
});
