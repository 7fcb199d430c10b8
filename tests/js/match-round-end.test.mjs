import assert from "node:assert/strict";
import { test } from "node:test";

import { endsRound } from "../../static/match/announce/round_end.js";
import "./games.mjs";

const plies = (...kinds) => [{ n: 1, role: "south", action: "scoop 3", trace: kinds.map((kind) => ({ do: kind })) }];

test("a round ends where another follows: the last one ends with the match", () => {
  assert.ok(endsRound(plies("scoop", "collect", "round", "refill", "refill")));
  assert.ok(!endsRound(plies("scoop", "collect", "round", "over")));
  assert.ok(!endsRound(plies("scoop", "capture")));
});
