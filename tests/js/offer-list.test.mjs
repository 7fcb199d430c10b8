import assert from "node:assert/strict";
import { test } from "node:test";

import { partOf } from "../../static/lobby/offer_list.js";

const casual = { game: "morris", player: "alice", rating: "", pace: "", bounds: null };
const rated = { ...casual, rating: "1500? ± 700", pace: "blitz" };
const bound = { ...rated, bounds: [1400, 1600] };
const bob = { me: "bob", barred: false, hasAccount: true, ratings: { "morris blitz": 1600, "morris rapid": 1900 } };
const guest = { me: "", barred: false, hasAccount: false, ratings: {} };

test("an offer has a button for who may take it, and else the reason", () => {
  const told = (viewer) => [casual, rated, bound].map((offer) => partOf(offer, viewer));
  assert.deepEqual(told(bob), ["form", "form", "form"]);
  assert.deepEqual(told({ ...bob, ratings: { "morris blitz": 1601 } }), ["form", "form", ".unfit"]);
  assert.deepEqual(told({ ...bob, ratings: { "morris blitz": 1399 } }), ["form", "form", ".unfit"]);
  assert.deepEqual(told(guest), ["form", ".account", ".account"]);
  assert.deepEqual(told({ ...bob, barred: true }), ["", "", ""]);
  assert.deepEqual(told({ ...bob, me: "alice" }), [".own", ".own", ".own"]);
});
