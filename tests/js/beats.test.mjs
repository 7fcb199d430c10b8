import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { beatsOf } from "../../static/boards/motion/beats.js";
import { GAMES } from "./games.mjs";

/** The beats of one ply with this trace, each as "what from > to". */
function told(...trace) {
  return beatsOf([{ role: "", action: "", trace }], GAMES.congkak).map(({ move, from, to, hand }) =>
    [move, from.map(([stop, n]) => `${stop}*${n}`).join("+"), to === null ? "" : `> ${to}`, hand ?? ""]
      .filter((word) => word !== "").join(" "));
}

test("scoop: all goes to the hand, then one stone falls at each stop", () => {
  assert.deepEqual(
    told({ do: "scoop", role: "south", from: 3, n: 2, drops: [[4, 8], ["A", 1]] }),
    ["lift 3*2 2", "drop > 4 1", "drop > A 0"]);
  assert.deepEqual(told({ do: "scoop", role: "north", from: "p9", n: 3, drops: [] }), ["lift p9*3 3"]);
});

test("a relay takes up what lies where the scoop ended", () => {
  const trace = { do: "scoop", role: "south", from: 3, n: 1, drops: [[4, 2]], relays: [[[5, 8], [6, 8]]] };
  assert.deepEqual(told(trace), ["lift 3*1 1", "drop > 4 0", "lift 4*2 2", "drop > 5 1", "drop > 6 0"]);
});

test("drop and forfeit: a shell by hand, and one that is lost in a burnt house", () => {
  assert.deepEqual(told({ do: "drop", role: "south", at: 4, now: 8, hand: 6 }), ["drop > 4 6"]);
  assert.deepEqual(
    told({ do: "forfeit", role: "south", at: 4, to: "B", now: 9, hand: 2 }), ["lose 4*0 > B 2"]);
});

test("capture and collect: into a store, without the stops where nothing lay", () => {
  assert.deepEqual(
    told({ do: "capture", role: "south", from: [[3, 1], [12, 8]], to: "A", now: 10 }), ["carry 3*1+12*8 > A"]);
  assert.deepEqual(
    told({ do: "capture", role: "north", from: [["p8", 1], ["p3", 0]], to: "pwinnorth", now: 2 }),
    ["carry p8*1 > pwinnorth"]);
  assert.deepEqual(
    told({ do: "collect", role: "south", from: [[1, 2], [2, 0], [3, 4]], to: "A", now: 50 }), ["carry 1*2+3*4 > A"]);
  assert.deepEqual(told({ do: "collect", role: "south", from: [[1, 0]], to: "A", now: 44 }), []);
});

test("move and capture: a step slides, a jump leaps over what it takes", () => {
  const move = { do: "move", role: "black", from: "3 3", to: "4 4" };
  const taken = { do: "capture", role: "black", from: [["4 4", 1]], to: null, now: null };
  assert.deepEqual(told(move), ["slide 3 3*1 > 4 4"]);
  assert.deepEqual(told({ ...move, to: "5 5" }, taken), ["leap 3 3*1 > 5 5", "leave 4 4*1"]);
});

test("place, mill and a stone taken in the ply after it", () => {
  const lines = [["outer nw", "outer n", "outer ne"]];
  const place = { do: "place", role: "white", to: "outer n" };
  assert.deepEqual(told(place, { do: "mill", role: "white", lines }), ["enter > outer n", "mill"]);
  assert.deepEqual(beatsOf([{ role: "white", action: "", trace: [{ do: "mill", role: "white", lines }] }], GAMES.morris)[0].lines, lines);
  assert.deepEqual(
    told({ do: "capture", role: "white", from: [["inner s", 1]], to: null, now: null }), ["leave inner s*1"]);
});

test("again: the store where the last stone fell lights up", () => {
  const scoop = { do: "scoop", role: "south", from: 7, n: 1, drops: [["A", 5]] };
  assert.deepEqual(told(scoop, { do: "again", role: "south" }), ["lift 7*1 1", "drop > A 0", "glow > A"]);
});

test("swap: everything lies on the other side at once", () => {
  assert.deepEqual(told({ do: "swap", role: "south", now: [["p1", 4], ["p7", 0]] }), ["swap"]);
});

test("round and refill: the winner's store, a houseful for each house, and then what burns", () => {
  assert.deepEqual(told({ do: "round", winner: "north", stores: { south: 40, north: 58 } }), ["round > B"]);
  assert.deepEqual(told({ do: "round", winner: null, stores: { south: 49, north: 49 } }), ["round"]);
  assert.deepEqual(
    told({ do: "refill", role: "north", houses: [14, 13], burnt: [8], store: 3 }),
    ["fill B*7 > 14", "fill B*7 > 13", "burn > 8"]);
});

const STILL = ["pass", "seal", "end", "over"];

test("pass, seal, end and over move nothing", () => {
  for (const what of STILL) assert.deepEqual(told({ do: what, role: "south" }), []);
});

test("crown: a pawn becomes a king where it stands", () => {
  assert.deepEqual(told({ do: "crown", role: "south", at: "p1" }), ["crown > p1"]);
});

test("every step that a trace can have is told of here", () => {
  const page = readFileSync(new URL("../../docs/trace.md", import.meta.url), "utf8");
  const steps = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name).slice(1);
  const here = readFileSync(new URL(import.meta.url), "utf8");
  assert.ok(steps.length > 10);
  for (const step of steps) assert.ok(STILL.includes(step) || here.includes(`do: "${step}"`), step);
});

test("a pick and its puts in plies of their own run as one sowing", () => {
  const plies = [
    [{ do: "scoop", role: "north", from: "p9", n: 2, drops: [] }],
    [{ do: "drop", role: "north", at: "p10", now: 4, hand: 1 }],
    [{ do: "drop", role: "north", at: "pwinnorth", now: 1, hand: 0 }]];
  const beats = beatsOf(plies.map((trace) => ({ role: "north", action: "", trace })), GAMES.mancala);
  assert.deepEqual(beats.map(({ move }) => move), ["lift", "drop", "drop"]);
  assert.deepEqual(beats.map(({ counts }) => counts), [{ p9: 0 }, { p10: 4 }, { pwinnorth: 1 }]);
});

test("in congkak's opening the roles' beats come tick by tick, south first, and what follows from a landing behind it", () => {
  const south = { do: "scoop", role: "south", from: 3, n: 1, drops: [[4, 8]], relays: [[[5, 8]]], tick: 0 };
  const north = { do: "scoop", role: "north", from: 10, n: 2, drops: [[4, 1], [12, 8]], tick: 0 };
  assert.deepEqual(told(south, north), [
    "lift 3*1 1", "lift 10*2 2", "drop > 4 0", "lift 4*1 1", "drop > 4 1", "drop > 5 0", "drop > 12 0"]);
});

test("what has no tick comes after all ticks", () => {
  const south = { do: "scoop", role: "south", from: 3, n: 1, drops: [["A", 1]], tick: 0 };
  const round = { do: "round", winner: "south", stores: {} };
  assert.deepEqual(told(round, south, { do: "end", role: "south", tick: 1 }), ["lift 3*1 1", "drop > A 0", "round > A"]);
});
