import assert from "node:assert/strict";
import { test } from "node:test";
import { EventLog, PlyLine } from "../../static/match/state/event_log.js";
import { back, forward, pliesBetween, positionAt } from "../../static/match/navigation/ply_positions.js";
import { acted, event, started } from "./match-frames.mjs";

/** Plies 1 to 4; back to 2; ply 5; back to 1; plies 6 and 7. */
function twiceTakenBack() {
  const line = new PlyLine();
  line.rewind(2, 4);
  line.rewind(1, 5);
  return line;
}

test("what was taken back is stepped over", () => {
  const line = twiceTakenBack();
  assert.deepEqual([7, 6, 1, 0].map((ply) => line.before(ply)), [6, 1, 0, 0]);
  assert.deepEqual([0, 1, 6].map((ply) => line.after(ply)), [1, 6, 7]);
  assert.deepEqual([1, 2, 5, 6].map((ply) => line.taken(ply)), [false, true, true, false]);
});

test("inside of what was taken back the steps go as it was played", () => {
  const line = twiceTakenBack();
  assert.deepEqual([5, 4, 3, 2].map((ply) => line.before(ply)), [2, 3, 2, 1]);
  assert.equal(line.after(2), 5);
});

test("the same ply may be come back to again and again", () => {
  const line = new PlyLine();
  line.rewind(2, 4);
  line.rewind(2, 5);
  assert.equal(line.after(2), 6);
  assert.equal(line.before(6), 2);
});

test("steps are counted along the line, and back again", () => {
  const line = twiceTakenBack();
  assert.deepEqual([0, 1, 6, 7].map((ply) => line.count(ply)), [0, 1, 2, 3]);
  assert.deepEqual([0, 1, 2, 3].map((count) => line.plyAt(count)), [0, 1, 6, 7]);
  assert.equal(line.count(5), 3);
});

/** Decisions ending at plies 1, 4 and 5; the last is taken back, and ply 6 is played. */
function rewound(order = [0, 1, 2, 3, 4, 5]) {
  const frames = [
    started(1), acted(2, [1]), acted(3, [2, 3, 4]), acted(4, [5]), event(5, "taken_back", { ply: 4 }), acted(6, [6]),
  ];
  const log = new EventLog(6);
  for (const i of order) log.keep([frames[i]]);
  return log;
}

test("a record knows what was taken back in whatever order its pages come", () => {
  for (const order of [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [4, 5, 3, 0, 2, 1]]) {
    assert.deepEqual(rewound(order).line.gaps, [[5, 5]]);
  }
});

test("a step back leads past what was taken back, a step forward too", () => {
  const log = rewound();
  assert.deepEqual([6, 4, 1].map((ply) => back(log, ply)), [4, 1, 0]);
  assert.deepEqual([1, 4].map((ply) => forward(log, ply, 6)), [4, 6]);
  assert.deepEqual(pliesBetween(log, 4, 6).map(({ n }) => n), [6]);
});

test("what was taken back can still be looked at, and nothing is moved from there to what was played instead", () => {
  const log = rewound();
  assert.equal(positionAt(log, "mancala", 5).ply, 5);
  assert.equal(back(log, 5), 4);
  assert.deepEqual(pliesBetween(log, 5, 6), []);
});
