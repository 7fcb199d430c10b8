import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { decline } from "../../static/learn/guide_cookie.js";
import { askedActions, keepDone, shownAction, stepsDone } from "../../static/learn/progress.js";

/** As much of a document as keeps cookies. */
class Jar {
  constructor() {
    this.kept = new Map();
  }

  get cookie() {
    return [...this.kept].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  set cookie(text) {
    const [pair] = text.split(";");
    const at = pair.indexOf("=");
    this.kept.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

beforeEach(() => (globalThis.document = new Jar()));

const done = (game) => [...stepsDone(game)];

test("the steps that were done are kept for each game; skipped ones are not among them", () => {
  assert.deepEqual(done("congkak"), []);
  keepDone("congkak", 4);
  keepDone("mancala", 1);
  keepDone("congkak", 2);
  keepDone("congkak", 0);
  assert.deepEqual([done("congkak"), done("mancala"), done("morris")], [[2, 4], [1], []]);
});

test("what an older page kept was the number of the first steps", () => {
  document.cookie = "guides=congkak=3";
  assert.deepEqual(done("congkak"), [1, 2, 3]);
  keepDone("congkak", 5);
  assert.deepEqual(done("congkak"), [1, 2, 3, 5]);
});

test("what was declined counts as seen, and may be begun all the same", () => {
  decline("morris");
  assert.equal(document.cookie, "guides=morris=no");
  assert.deepEqual(done("morris"), []);
  keepDone("morris", 0);
  assert.equal(document.cookie, "guides=morris=0");
});

test("other cookies are left alone", () => {
  document.cookie = "preferences=speed=fast";
  keepDone("mancala", 2);
  assert.equal(document.cookie, "preferences=speed=fast; guides=mancala=2.");
});

const STEP = { asked: { "": ["clear p2", "clear p4"], "clear p2": ["clear p4"], "clear p4": ["clear p2"] } };

test("what is right depends on what the learner has done before", () => {
  assert.deepEqual(askedActions(STEP, []), ["clear p2", "clear p4"]);
  assert.deepEqual(askedActions(STEP, ["clear p4"]), ["clear p2"]);
  assert.deepEqual(askedActions(STEP, ["clear p4", "clear p2"]), [], "nothing is asked for after the last decision");
});

test("what is shown is right, whatever the learner has done before", () => {
  assert.equal(shownAction({ shown: "clear p2" }, ["clear p4"]), "clear p4");
  assert.equal(shownAction({ shown: "clear p4" }, ["clear p2", "clear p4"]), "clear p4");
});
