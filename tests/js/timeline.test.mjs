import assert from "node:assert/strict";
import { test } from "node:test";

import { endOf, LONGEST, timeline as timelineOf } from "../../static/boards/motion/timeline.js";
import { lastStops } from "../../static/boards/trace.js";
import { GAMES } from "./games.mjs";

const timeline = (plies, tempo) => timelineOf(plies, GAMES.congkak, tempo);

const PICK = [
  { role: "north", action: "pick p9", trace: [{ do: "scoop", role: "north", from: "p9", n: 3, drops: [] }] },
  { role: "north", action: "put p10", trace: [{ do: "drop", role: "north", at: "p10", now: 4, hand: 2 }] },
  { role: "north", action: "put pwinnorth", trace: [{ do: "drop", role: "north", at: "pwinnorth", now: 1, hand: 1 }] },
  { role: "north", action: "put p1", trace: [{ do: "drop", role: "north", at: "p1", now: 4, hand: 0 }] },
];
const JUMP = [{ role: "black", action: "jump 3 3 5 5", trace: [
  { do: "move", role: "black", from: "3 3", to: "5 5" },
  { do: "capture", role: "black", from: [["4 4", 1]], to: null, now: null }] }];

/** A sowing of twelve shells, and so many relays of twelve. */
function relays(n) {
  const drops = Array.from({ length: 12 }, (_, k) => [k + 1, 5]);
  const trace = [
    { do: "scoop", role: "south", from: 12, n: 12, drops, relays: Array(n).fill(drops) },
    { do: "capture", role: "south", from: [[12, 1], [3, 8]], to: "A", now: 20 },
    { do: "end", role: "south" }];
  return [{ role: "south", action: "scoop 12", trace }];
}

const drops = (beats) => beats.filter(({ move }) => move === "drop");
const gaps = (beats) => drops(beats).slice(1).map(({ at }, i) => at - drops(beats)[i].at);

test("stones leave the hand at an even pace, and each falls for 110 to 160 ms", () => {
  const beats = timeline(PICK);
  for (const gap of gaps(beats)) assert.ok(gap >= 110 && gap <= 160, String(gap));
  for (const { ms } of drops(beats)) assert.ok(ms >= 110 && ms <= 160, String(ms));
});

test("a relay is scooped after the landing before it", () => {
  const relay = [{ role: "south", action: "scoop 3", trace: [
    { do: "scoop", role: "south", from: 3, n: 2, drops: [[4, 8], [5, 8]], relays: [[[6, 8], [7, 8]]] }] }];
  const [, , last, lift, next] = timeline(relay);
  assert.deepEqual([last.move, lift.move, next.move], ["drop", "lift", "drop"]);
  assert.ok(lift.at > last.at + last.ms);
  assert.ok(next.at > lift.at);
});

test("a capture waits a beat after the landing, then lifts", () => {
  const [, drop, capture] = timeline([{ role: "south", action: "scoop 3", trace: [
    { do: "scoop", role: "south", from: 3, n: 1, drops: [[4, 1]] },
    { do: "capture", role: "south", from: [[4, 1], [11, 6]], to: "A", now: 9 }] }]);
  assert.equal(capture.move, "carry");
  assert.ok(capture.at >= drop.at + drop.ms + 150);
  const [leap, leave] = timeline(JUMP);
  assert.ok(leave.at >= leap.at + leap.ms + 60);
});

test("a hand that already holds something comes to the first stop before a stone falls", () => {
  const [drop] = timeline(PICK.slice(1, 2));
  assert.ok(drop.at >= 110);
  const [lift] = timeline(PICK);
  assert.equal(lift.at, 0);
});

test("however many drops, a decision stays within its time at every speed, with a clock and without", () => {
  for (const n of [0, 1, 3, 5, 10, 20, 40, 80]) {
    assert.ok(endOf(timeline(relays(n))) < LONGEST.free, `${n} relays`);
    assert.ok(endOf(timeline(relays(n), { speed: "fast" })) < LONGEST.free / 2, `${n} relays`);
    for (const speed of ["slow", "normal", "fast"]) {
      assert.ok(endOf(timeline(relays(n), { speed, timed: true })) < LONGEST.timed, `${n} relays, ${speed}`);
    }
  }
});

test("a long relay begins evenly, runs faster from lap to lap, and its last stones can be followed", () => {
  const pace = gaps(timeline(relays(20)));
  for (const gap of pace.slice(0, 8)) assert.ok(gap >= 110, String(gap));
  const laps = [...Array(19).keys()].map((lap) => pace.slice(lap * 12 + 1, lap * 12 + 11).reduce((a, b) => a + b));
  for (let i = 2; i < laps.length; i += 1) assert.ok(laps[i] < laps[i - 1], `lap ${i}: ${laps[i]} after ${laps[i - 1]}`);
  assert.ok(pace.at(-1) > 2 * pace.at(-8), "the last one is slower again");
});

test("what follows from the last stone of a long relay keeps its pace", () => {
  const capture = timeline(relays(80)).at(-1);
  assert.equal(capture.move, "carry");
  assert.ok(capture.ms > 250);
});

test("nothing lands before it began, and all land in the order of the trace", () => {
  for (const plies of [PICK, JUMP, relays(0), relays(6), relays(60)]) {
    const ends = timeline(plies).map(({ at, ms }) => at + ms);
    assert.ok(timeline(plies).every(({ at, ms }) => at >= 0 && ms > 0));
    assert.deepEqual(ends, [...ends].sort((a, b) => a - b));
  }
});

test("in one tick of the opening both hands drop at once", () => {
  const trace = [
    { do: "scoop", role: "south", from: 3, n: 2, drops: [[4, 8], [5, 8]], tick: 0 },
    { do: "scoop", role: "north", from: 10, n: 2, drops: [[11, 8], [12, 8]], tick: 0 }];
  const at = timeline([{ role: "north", action: "scoop 10", trace }]).map(({ at }) => at);
  assert.equal(at[0], at[1], "both scoop");
  assert.equal(at[2], at[3]);
  assert.equal(at[4], at[5]);
  assert.ok(at[2] < at[4]);
});

test("what is taken up within a tick is gone before the other hand drops there", () => {
  const trace = [
    { do: "scoop", role: "south", from: 3, n: 1, drops: [[4, 8]], relays: [[[5, 8]]], tick: 0 },
    { do: "scoop", role: "north", from: 10, n: 2, drops: [[4, 1], [12, 8]], tick: 0 }];
  const beats = timeline([{ role: "north", action: "scoop 10", trace }]);
  const lift = beats.find(({ move, from }) => move === "lift" && from[0][0] === "4");
  const drop = beats.find(({ move, role, to }) => move === "drop" && role === "north" && to === "4");
  assert.ok(drop.at + drop.ms > lift.at);
});

test("the last move is marked where it began and where it ended", () => {
  assert.deepEqual(lastStops(PICK), ["p9", "p1"]);
  assert.deepEqual(lastStops(JUMP), ["3 3", "5 5"]);
});

test("where both sow at once, it is marked for each", () => {
  const trace = [
    { do: "scoop", role: "south", from: 4, n: 2, drops: [[5, 8], [6, 8]], relays: [[[7, 1], [2, 2]]], tick: 0 },
    { do: "scoop", role: "north", from: 9, n: 1, drops: [[10, 8]], tick: 0 },
    { do: "end", role: "south", tick: 4 }];
  const seal = { role: "south", action: "scoop 4", trace: [{ do: "seal", role: "south" }] };
  assert.deepEqual(lastStops([seal, { role: "north", action: "scoop 9", trace }]), ["4", "2", "9", "10"]);
});
