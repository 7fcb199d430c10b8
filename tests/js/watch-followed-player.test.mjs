import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { following, setFollowing } from "../../static/watch/next_match.js";

const ALICE = { player: "x3mqng9nht", name: "alice" };

/** @param {PropertyDescriptor} found what asking for the tab's storage leads to */
function storage(found) {
  Object.defineProperty(globalThis, "sessionStorage", { ...found, configurable: true });
}

afterEach(() => delete globalThis.sessionStorage);

test("whom a tab follows is kept in the tab", () => {
  const kept = new Map();
  const getItem = (key) => kept.get(key) ?? null;
  storage({ value: { getItem, setItem: (...one) => kept.set(...one), removeItem: (key) => kept.delete(key) } });
  assert.equal(following(), null);
  setFollowing(ALICE);
  assert.deepEqual([following(), kept.get("following")], [ALICE, JSON.stringify(ALICE)]);
  setFollowing(null);
  assert.deepEqual([following(), kept.size], [null, 0]);
});

test("where the browser keeps nothing, they are followed as long as the page is open", () => {
  storage({ get: () => { throw new DOMException("Access is denied for this document.", "SecurityError"); } });
  assert.equal(following(), null);
  setFollowing(ALICE);
  assert.deepEqual(following(), ALICE);
  setFollowing(null);
  assert.equal(following(), null);
});
