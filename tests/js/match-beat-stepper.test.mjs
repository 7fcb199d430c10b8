import assert from "node:assert/strict";
import { test } from "node:test";

import { backward, beatsAt, momentOf, onward } from "../../static/match/navigation/beat_stepper.js";
import { beatText } from "../../static/match/navigation/beat_text.js";
import { EventLog, PlyLine } from "../../static/match/state/event_log.js";
import { acted, started } from "./match-frames.mjs";
import { GAMES } from "./games.mjs";

const SCOOP = [
  { do: "scoop", role: "south", from: 3, n: 2, drops: [[4, 8], [5, 1]] },
  { do: "capture", role: "south", from: [[5, 1], [12, 8]], to: "A", now: 10 },
  { do: "end", role: "south" }];
const PASS = [{ do: "pass", role: "north" }];
const DROP = [{ do: "drop", role: "south", at: 4, now: 8, hand: 2 }];

/** Ply 1 sows and captures (four beats), ply 2 is a pass that the server plays, ply 3 drops a single shell. */
function recorded() {
  const log = new EventLog(3);
  const first = acted(2, [1, 2]);
  first.plies[0].trace = SCOOP;
  first.plies[1].trace = PASS;
  const second = acted(3, [3]);
  second.plies[0].trace = DROP;
  log.keep([started(1), first, second]);
  return log;
}

const WAY = [
  { ply: 0, beats: 0 }, { ply: 0, beats: 1 }, { ply: 0, beats: 2 }, { ply: 0, beats: 3 },
  { ply: 1, beats: 0 }, { ply: 2, beats: 0 }, { ply: 3, beats: 0 }];

test("stone by stone: every beat of a ply, a pass, and on into the next decision; and the same way back", () => {
  const log = recorded();
  for (let i = 1; i < WAY.length; i += 1) {
    assert.deepEqual(onward(GAMES.congkak, log, WAY[i - 1]), WAY[i]);
    assert.deepEqual(backward(GAMES.congkak, log, WAY[i]), WAY[i - 1]);
  }
});

test("before the beginning there is nothing", () => {
  assert.deepEqual(backward(GAMES.congkak, recorded(), { ply: 0, beats: 0 }), { ply: 0, beats: 0 });
});

test("a motion that is held is where its last beat has landed", () => {
  const log = recorded();
  const { plies } = log.decision(1);
  assert.deepEqual([0, 1, 3, 4].map((landed) => momentOf(GAMES.congkak, plies, landed, new PlyLine())),
    [{ ply: 0, beats: 0 }, { ply: 0, beats: 1 }, { ply: 0, beats: 3 }, { ply: 2, beats: 0 }]);
});

test("each beat is told in a few words", () => {
  const told = beatsAt(GAMES.congkak, recorded(), 1).map((beat) => beatText("congkak", beat));
  assert.deepEqual(told, [
    "South takes 2 shells out of house 3.",
    "8 shells in house 4. In the hand: 1.",
    "1 shell in house 5. In the hand: 0.",
    "Out of house 5, house 12 into the storehouse: 10 shells there."]);
});
