import assert from "node:assert/strict";
import { test } from "node:test";

import { lastStops, timeline } from "../../static/boards/timeline.js";

const landings = (beats) => beats.flatMap(({ counts }) => Object.entries(counts));

const PICK = [
  { role: "north", action: "pick p9", trace: [{ do: "scoop", role: "north", from: "p9", n: 3, drops: [] }] },
  { role: "north", action: "put p10", trace: [{ do: "drop", role: "north", at: "p10", now: 4, hand: 2 }] },
  { role: "north", action: "put pwinnorth", trace: [{ do: "drop", role: "north", at: "pwinnorth", now: 1, hand: 1 }] },
  { role: "north", action: "put p1", trace: [{ do: "drop", role: "north", at: "p1", now: 4, hand: 0 }] },
];

test("a pick and its puts run as one sowing, in the order of the trace", () => {
  const beats = timeline(PICK);
  assert.deepEqual(beats.map(({ move }) => move), ["lift", "drop", "drop", "drop"]);
  assert.deepEqual(landings(beats), [["p10", 4], ["pwinnorth", 1], ["p1", 4]]);
  assert.deepEqual(beats.map(({ hand }) => hand), [3, 2, 1, 0]);
});

test("shells land one after the other, each in 110 to 160 ms, a relay after the landing before it", () => {
  const relay = [{ role: "south", action: "scoop 3", trace: [
    { do: "scoop", role: "south", from: 3, n: 2, drops: [[4, 8], [5, 8]], relays: [[[6, 8], [7, 8]]] }] }];
  const beats = timeline(relay);
  const ends = beats.map(({ at, ms }) => at + ms);
  for (let i = 1; i < ends.length; i += 1) assert.ok(ends[i] > ends[i - 1]);
  for (const { move, ms } of beats) if (move === "drop") assert.ok(ms >= 110 && ms <= 160, String(ms));
  assert.ok(beats[3].at >= ends[2]);
});

test("a capture waits for the landing, then lifts", () => {
  const trace = [
    { do: "scoop", role: "south", from: 3, n: 1, drops: [[4, 1]] },
    { do: "capture", role: "south", from: [[4, 1], [11, 6]], to: "A", now: 9 }];
  const [, drop, carry] = timeline([{ role: "south", action: "scoop 3", trace }]);
  assert.ok(carry.at > drop.at + drop.ms);
  assert.deepEqual(carry.counts, { 4: 0, 11: 0, A: 9 });
});

test("however many drops, a turn stays under six seconds", () => {
  const drops = Array.from({ length: 12 }, (_, k) => [k + 1, 5]);
  const trace = [{ do: "scoop", role: "south", from: 12, n: 12, drops, relays: Array(39).fill(drops) }];
  const beats = timeline([{ role: "south", action: "scoop 1", trace }]);
  const { at, ms } = beats[beats.length - 1];
  assert.equal(beats.length, 40 * 13);
  assert.ok(at + ms < 6000, String(at + ms));
});

test("in the simultaneous opening both hands sow at once, south first in each tick", () => {
  const trace = [
    { do: "scoop", role: "south", from: 3, n: 2, drops: [[4, 8], [5, 8]], tick: 0 },
    { do: "scoop", role: "north", from: 10, n: 2, drops: [[11, 8], [12, 8]], tick: 0 }];
  const beats = timeline([{ role: "north", action: "scoop 10", trace }]);
  assert.deepEqual(landings(beats).map(([stop]) => stop), ["4", "11", "5", "12"]);
  const drops = beats.filter(({ move }) => move === "drop");
  assert.equal(drops[0].at, drops[1].at);
  assert.ok(drops[2].at > drops[1].at);
});

test("what follows from a landing comes before the next tick", () => {
  const trace = [
    { do: "scoop", role: "south", from: 3, n: 1, drops: [[4, 8]], relays: [[[5, 8]]], tick: 0 },
    { do: "scoop", role: "north", from: 10, n: 2, drops: [[4, 1], [12, 8]], tick: 0 }];
  const order = timeline([{ role: "north", action: "scoop 10", trace }])
    .map(({ move, to, from }) => `${move} ${to ?? from[0][0]}`);
  assert.deepEqual(order, ["lift 3", "lift 10", "drop 4", "lift 4", "drop 4", "drop 5", "drop 12"]);
});

test("the last move is marked where it began and where it ended", () => {
  assert.deepEqual(lastStops(PICK), ["p9", "p1"]);
  const jump = [{ role: "black", action: "jump 3 3 5 5", trace: [
    { do: "move", role: "black", from: "3 3", to: "5 5" }, { do: "capture", role: "black", from: [["4 4", 1]], to: null, now: null }] }];
  assert.deepEqual(lastStops(jump), ["3 3", "5 5"]);
});

test("a mill closes visibly and a taken piece leaves the board", () => {
  const beats = timeline([
    { role: "white", action: "place outer n", trace: [
      { do: "place", role: "white", to: "outer n" }, { do: "mill", role: "white", lines: [["outer nw", "outer n", "outer ne"]] }] },
    { role: "white", action: "remove inner s", trace: [
      { do: "capture", role: "white", from: [["inner s", 1]], to: null, now: null }] }]);
  assert.deepEqual(beats.map(({ move }) => move), ["enter", "flash", "leave"]);
});
