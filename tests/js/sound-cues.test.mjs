import assert from "node:assert/strict";
import { test } from "node:test";

import { beatsOf } from "../../static/boards/motion/beats.js";
import { schedule } from "../../static/boards/motion/timeline.js";
import { CLOSEST, soundCues, soundOf } from "../../static/boards/sound/sound_cues.js";
import { Synthesizer, VOICES } from "../../static/boards/sound/synthesizer.js";
import { GAMES } from "./games.mjs";

const beats = (...trace) => beatsOf([{ role: "", action: "", trace }], GAMES.congkak);
const voices = (material, ...trace) =>
  soundCues(schedule(beats(...trace)), material).map(({ sound }) => sound.voice);
const drop = (at, now) => beats({ do: "drop", role: "south", at, now, hand: 3 })[0];

/** A sowing of twelve shells with so many relays of twelve, and a capture. */
function sowing(relays) {
  const drops = Array.from({ length: 12 }, (_, k) => [k + 1, 5]);
  return schedule(beats(
    { do: "scoop", role: "south", from: 12, n: 12, drops, relays: Array(relays).fill(drops) },
    { do: "capture", role: "south", from: [[12, 1], [3, 8]], to: "A", now: 20 }));
}

test("a shell knocks on the wood of an empty house, and on shells where some lie", () => {
  assert.equal(soundOf(drop(4, 1), "shell").voice, "shell");
  assert.equal(soundOf(drop(4, 2), "shell").voice, "shells");
  assert.equal(soundOf(drop("p4", 1), "stone").voice, "stone");
  assert.equal(soundOf(drop("p4", 6), "stone").voice, "stones");
});

test("the more lie there the brighter and softer it sounds; the same fall sounds the same every time", () => {
  const heard = [1, 2, 5, 9, 40].map((now) => soundOf(drop(4, now), "stone"));
  for (let i = 1; i < heard.length; i += 1) {
    assert.ok(heard[i].pitch > heard[i - 1].pitch);
    assert.ok(heard[i].level < heard[i - 1].level);
  }
  assert.ok(heard.at(-1).level > 0.3 && heard.at(-1).pitch < 1.3, "however many lie there");
  assert.deepEqual(soundOf(drop(4, 5), "stone"), heard[2]);
  assert.notEqual(soundOf(drop(5, 5), "stone").pitch, heard[2].pitch);
});

test("a sowing climbs house by house, each hand anew, and no higher than two octaves", () => {
  const drops = Array.from({ length: 14 }, (_, k) => [(k % 14) + 1, 1]);
  const scoop = (role) => ({ do: "scoop", role, from: 14, n: 14, drops });
  const heard = soundCues(schedule(beats(scoop("south"), scoop("north"))), "shell").filter(({ beat }) => beat.move === "drop");
  const [south, north] = ["south", "north"].map((role) => heard.filter(({ beat }) => beat.role === role).map(({ sound }) => sound.pitch));
  for (let i = 1; i < 11; i += 1) assert.ok(south[i] > south[i - 1]);
  assert.ok(south.at(-1) < 3.6);
  assert.deepEqual(north, south);
});

test("what is seen is heard: scoop, falls, capture, going on", () => {
  const scoop = { do: "scoop", role: "south", from: 3, n: 2, drops: [[4, 8], ["A", 1]] };
  assert.deepEqual(voices("shell", scoop, { do: "again", role: "south" }), ["shell", "shells", "shell", "bar"]);
  assert.deepEqual(
    voices("shell", scoop, { do: "capture", role: "south", from: [["A", 1]], to: "B", now: 3 }),
    ["shell", "shells", "shell", "shell"]);
});

test("a stone placed, a mill closed, a stone taken; a pawn that leaps", () => {
  const lines = [["outer nw", "outer n", "outer ne"]];
  const taken = { do: "capture", role: "white", from: [["inner s", 1]], to: null, now: null };
  assert.deepEqual(
    voices("man", { do: "place", role: "white", to: "outer n" }, { do: "mill", role: "white", lines }, taken),
    ["man", "mill", "man"]);
  assert.deepEqual(voices("pawn", { do: "move", role: "black", from: "3 3", to: "5 5" }, taken), ["pawn", "pawn"]);
});

test("a handful is heard as a few knocks, however many it holds", () => {
  const lift = (n) => soundOf(beats({ do: "scoop", role: "south", from: 3, n, drops: [] })[0], "shell").grains;
  assert.deepEqual([1, 2, 4, 7, 30].map(lift), [1, 2, 4, 4, 4]);
});

test("each is heard as it lands, a scoop as it begins", () => {
  const all = sowing(0);
  for (const { at, beat } of soundCues(all, "shell")) {
    assert.equal(at, beat.move === "lift" ? beat.at : beat.at + beat.ms);
  }
});

test("in a long relay no two shells are heard closer together than the ear can tell, and the capture always", () => {
  for (const relays of [3, 10, 40, 80]) {
    const heard = soundCues(sowing(relays), "shell");
    const knocks = heard.filter(({ beat }) => beat.move !== "carry").map(({ at }) => at);
    for (let i = 1; i < knocks.length; i += 1) assert.ok(knocks[i] - knocks[i - 1] >= CLOSEST - 1e-9);
    assert.equal(heard.at(-1).beat.move, "carry");
    assert.ok(heard.length < 140);
  }
});

test("every material has its voice, and one for a pile where its pieces lie on each other", () => {
  for (const voice of ["shell", "shells", "stone", "stones", "man", "pawn", "call"]) assert.ok(VOICES[voice], voice);
});

test("before anybody has touched the page nothing is made to sound, and nothing fails", () => {
  const sounds = new Synthesizer();
  globalThis.document = { hidden: false };
  sounds.on = true;
  sounds.play(soundOf(drop(4, 1), "shell"));
  assert.deepEqual(sounds.sounding, []);
  delete globalThis.document;
});
