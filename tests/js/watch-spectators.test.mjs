import assert from "node:assert/strict";
import { test } from "node:test";

import { spectatorsText } from "../../static/watch/texts.js";

test("who watches is named, and those without a name are counted", () => {
  const said = (watchers, ...names) => spectatorsText({ watchers, names });
  assert.equal(said(0), "");
  assert.equal(said(1), "1 person is watching");
  assert.equal(said(4), "4 people are watching");
  assert.equal(said(1, "carol"), "carol is watching");
  assert.equal(said(2, "carol", "dave"), "carol and dave are watching");
  assert.equal(said(2, "carol"), "carol and 1 other are watching");
  assert.equal(said(15, "carol", "dave"), "carol, dave and 13 others are watching");
});

test("somebody who watches is told so, and how many others do", () => {
  const said = (watchers, ...names) => spectatorsText({ watchers, names }, true);
  assert.equal(said(1), "You're watching");
  assert.equal(said(1, "carol"), "You're watching");
  assert.equal(said(3), "You and 2 others are watching");
  assert.equal(said(2, "carol", "dave"), "carol and dave are watching");
});
