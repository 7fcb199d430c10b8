import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.catalogue = { "Round {n}": "Pusingan {n}", "{n} shells": { other: "{n} buah" } };
const { mark, t, tn } = await import("../../static/i18n.js");

test("a text is said as the catalogue has it, with its arguments", () => {
  assert.equal(t("Round {n}", { n: 2 }), "Pusingan 2");
});

test("a text that depends on a number takes the form of that number", () => {
  assert.equal(tn("{n} shell", "{n} shells", 1), "1 buah");
  assert.equal(tn("{n} shell", "{n} shells", 7), "7 buah");
});

test("what has no translation is said in English", () => {
  assert.equal(t("{name} is here", { name: "alice" }), "alice is here");
  assert.equal(tn("{n} stone", "{n} stones", 1), "1 stone");
});

test("a marked text stays as it is until it is shown", () => {
  assert.equal(mark("Round {n}"), "Round {n}");
});
