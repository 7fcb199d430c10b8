import assert from "node:assert/strict";
import { test } from "node:test";

import { GAMES } from "./games.mjs";
import { previewOf, previewText, worthShowing } from "../../static/boards/preview.js";

const decision = (...traces) => traces.map((trace) => ({ role: trace[0].role, action: "", trace }));

const scoop = (drops, relays) => ({ do: "scoop", role: "south", from: 3, n: drops.length, drops, ...(relays && { relays }) });

test("a sowing sown stone by stone is seen as one way with a landing", () => {
  const drop = (at, hand) => ({ do: "drop", role: "north", at, now: 4, hand });
  const seen = previewOf(decision(
    [{ do: "scoop", role: "north", from: "p8", n: 3, drops: [] }],
    [drop("p9", 2)], [drop("p10", 1)],
    [drop("pwinnorth", 0), { do: "again", role: "north" }],
  ));
  assert.deepEqual(seen.path, ["p9", "p10"]);
  assert.equal(seen.landing, "pwinnorth");
  assert.equal(seen.again, true);
  assert.equal(previewText(GAMES.mancala.words, seen), "Hint: the last stone falls into the store; you move again.");
});

test("relays are counted, and their winding way is not drawn", () => {
  const seen = previewOf(decision([
    scoop([[4, 8], [5, 8]], [[[6, 8], [7, 8]], [["A", 1], [8, 8]], [[9, 1]]]),
    { do: "end", role: "south" },
  ]));
  assert.deepEqual([seen.relays, seen.path, seen.landing], [3, [], "9"]);
  assert.equal(
    previewText(GAMES.congkak.words, seen),
    "Hint: the sowing goes on 3 times, then the last shell falls into house 9.",
  );
});

test("a capture tells what is lifted, the last stone included", () => {
  const seen = previewOf(decision([
    scoop([[4, 8], [5, 1]]),
    { do: "capture", role: "south", from: [[5, 1], [10, 8]], to: "A", now: 9 },
    { do: "end", role: "south" },
  ]));
  assert.deepEqual(seen.taken, { stops: ["5", "10"], n: 9 });
  assert.match(previewText(GAMES.congkak.words, seen), /; you capture 9 shells\.$/);
});

test("what the other role or the end of a round does is no part of the choice", () => {
  const seen = previewOf(decision(
    [scoop([[4, 8]]), { do: "end", role: "south" },
      { do: "collect", role: "north", from: [[9, 4]], to: "B", now: 40 }, { do: "round", winner: "south", stores: {} }],
  ));
  assert.equal(seen.landing, "4");
  assert.equal(seen.ends, "round");
  assert.equal(seen.taken, null);
});

test("of two who sow at once only the first lap is told", () => {
  const trace = [scoop([[4, 8], ["A", 1]], [[[8, 8]]]), { do: "capture", role: "south", from: [[8, 1]], to: "A", now: 2 }];
  const seen = previewOf(decision(trace), true);
  assert.deepEqual([seen.path, seen.landing, seen.relays, seen.taken], [["4"], "A", 0, null]);
  assert.match(previewText(GAMES.congkak.words, seen), /what follows depends on the other player too\.$/);
});

test("a stone that closes a mill is worth showing, one that does nothing is not", () => {
  const place = { do: "place", role: "white", to: "outer ne" };
  const lines = [["outer nw", "outer n", "outer ne"]];
  const closing = previewOf(decision([place, { do: "mill", role: "white", lines }]));
  assert.deepEqual([closing.landing, closing.mills], ["outer ne", lines]);
  assert.equal(previewText(GAMES.morris.words, closing), "Hint: you close a mill.");
  assert.ok(worthShowing(closing));
  assert.ok(!worthShowing(previewOf(decision([place]))));
});

test("a jump tells which pawn would be taken", () => {
  const seen = previewOf(decision([
    { do: "move", role: "black", from: "3 3", to: "5 5" },
    { do: "capture", role: "black", from: [["4 4", 1]], to: null, now: null },
  ]));
  assert.deepEqual(seen.taken, { stops: ["4 4"], n: 1 });
  assert.equal(previewText(GAMES.checkers.words, seen), "Hint: you take d4.");
});
