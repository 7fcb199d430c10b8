import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { nameOf } from "../../static/match/controls/seats.js";
import { isHidden } from "../../static/people/strangers.js";
import { spectatorsText } from "../../static/watch/texts.js";

const SEATS = [{ role: "north", name: "alice" }, { role: "south", name: "bob" }];
const IDS = { north: "alice-id", south: "bob-id" };

/** @param {string | undefined} known ids of those whom the viewer knows; none: all names are shown */
function pageOf(known, ids = IDS) {
  const dataset = known === undefined ? {} : { known };
  globalThis.document = { documentElement: { dataset }, getElementById: () => ({ textContent: JSON.stringify(ids) }) };
}

afterEach(() => delete globalThis.document);

test("names are shown unless the viewer wants otherwise", () => {
  pageOf(undefined);
  assert.deepEqual(["north", "south"].map((role) => nameOf(SEATS, role)), ["alice", "bob"]);
  assert.ok(!isHidden("bob-id"));
});

test("a stranger is the opponent, and friends keep their names", () => {
  pageOf("alice-id carol-id");
  assert.deepEqual(["north", "south"].map((role) => nameOf(SEATS, role)), ["alice", "Opponent"]);
  pageOf("alice-id bob-id");
  assert.equal(nameOf(SEATS, "south"), "bob");
});

test("watchers read the sides of strangers, and no names of other watchers", () => {
  pageOf("");
  assert.deepEqual(["north", "south"].map((role) => nameOf(SEATS, role)), ["North", "South"]);
  assert.equal(spectatorsText({ watchers: 2, names: ["carol"] }), "2 people are watching");
});

test("the computer and people without a page are no strangers", () => {
  pageOf("alice-id", { north: "alice-id" });
  assert.equal(nameOf(SEATS, "south"), "bob");
});
