import assert from "node:assert/strict";
import { test } from "node:test";

import { RESULT_STAYS, ScreenChoice, STANDS_STILL } from "../../static/watch/screen_choice.js";

const going = (...ids) => ids.map((id) => ({ id, seq: 5, playing: true }));
const shown = (id, { movedAt = 0, overAt = null } = {}) => ({ id, movedAt, overAt });

test("the first match of the wall is shown, and stays while it moves", () => {
  const choice = new ScreenChoice();
  assert.equal(choice.next(going("a", "b"), null, 0), "a");
  assert.equal(choice.next(going("b", "a"), shown("a"), STANDS_STILL - 1), "a");
  assert.equal(choice.next([], null, 0), null);
});

test("a match that stands still gives way to another, and comes back when it has moved or all others were shown", () => {
  const choice = new ScreenChoice();
  const wall = going("a", "b", "c");
  assert.equal(choice.next(wall, shown("a"), STANDS_STILL), "b");
  assert.equal(choice.next(wall, shown("b"), STANDS_STILL), "c");
  assert.equal(choice.next(wall, shown("c"), STANDS_STILL), "a");
  assert.equal(choice.next([{ id: "a", seq: 5, playing: true }, { id: "b", seq: 6, playing: true }, wall[2]], shown("a"), STANDS_STILL), "b");
});

test("a match that stands still stays if there is no other", () => {
  assert.equal(new ScreenChoice().next(going("a"), shown("a"), 10 * STANDS_STILL), "a");
});

test("a result stays for a while, and longer if nobody else plays", () => {
  const choice = new ScreenChoice();
  const over = { id: "a", seq: 9, playing: false };
  assert.equal(choice.next([over, ...going("b")], shown("a", { overAt: 100 }), 99 + RESULT_STAYS), "a");
  assert.equal(choice.next([over, ...going("b")], shown("a", { overAt: 100 }), 100 + RESULT_STAYS), "b");
  assert.equal(choice.next([over], shown("a", { overAt: 100 }), 100 + 2 * RESULT_STAYS), "a");
});

test("a match that has left the wall leaves the screen", () => {
  const choice = new ScreenChoice();
  assert.equal(choice.next(going("b"), shown("a"), 1), "b");
  assert.equal(choice.next([], shown("a"), 1), null);
});
