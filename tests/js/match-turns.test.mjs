import assert from "node:assert/strict";
import { test } from "node:test";
import { back, forward, lastPlies, pliesBetween, turnOf, turnText } from "../../static/match/navigation/ply_positions.js";
import { EventLog } from "../../static/match/state/event_log.js";
import { MatchNavigator } from "../../static/match/navigation/navigator.js";
import { event, started } from "./match-frames.mjs";
import "./games.mjs";

/**
 * A record in which each of these is a decision by hand: "south scoop 3", "south drop 4 end", "north drop 9 lost".
 * @param {string[]} told
 */
function recorded(...told) {
  const frames = told.map((words, i) => {
    const [role, verb, stop, ...more] = words.split(" ");
    const first = verb === "scoop" ? { do: "scoop", role, from: stop, n: 7, drops: [] }
      : { do: more.includes("lost") ? "forfeit" : "drop", role, at: stop };
    const trace = [first, ...(more.includes("end") ? [{ do: "end", role }] : [])];
    const plies = [{ n: i + 1, role, action: `${verb} ${stop}`, trace }];
    return event(i + 2, "acted", { ply: i + 1, role, plies });
  });
  const log = new EventLog(frames.length + 1);
  log.keep([started(1), ...frames]);
  return log;
}

/** The plies of the turn that one belongs to. */
const numbers = (log, ply, unbroken) => turnOf(log, log.decision(ply), unbroken).map(({ plies: [{ n }] }) => n);

const ALONE = ["south scoop 7", "south drop A", "south drop 8 end", "north scoop 9", "north drop 10 end", "south scoop 1"];
const RACE = ["south scoop 3", "north scoop 9", "south drop 4", "north drop 10", "north drop 11 end", "south drop 5 end"];

test("all that is sown by hand in a turn is one, and the next turn another", () => {
  const log = recorded(...ALONE);
  for (const ply of [1, 2, 3]) assert.deepEqual(numbers(log, ply), [1, 2, 3]);
  assert.deepEqual(numbers(log, 5), [4, 5]);
  assert.deepEqual(numbers(log, 6), [6]);
});

test("what comes while one looks back is counted by turns as well", () => {
  const log = recorded(...ALONE);
  const nav = new MatchNavigator({ state: { log }, changed() {} });
  nav.place = 0;
  for (const frame of log.frames.values()) nav.follow([frame]);
  assert.equal(nav.news, 3);
});

test("in a race each has a turn, and what falls between the other's shells belongs to it too", () => {
  const log = recorded(...RACE);
  assert.deepEqual(numbers(log, 3), [1, 3, 6]);
  assert.deepEqual(numbers(log, 4), [2, 4, 5]);
  assert.deepEqual(numbers(log, 5, true), [4, 5], "unbroken by the other");
});

test("a turn that the other's shell has ended goes on no more", () => {
  const log = recorded("south scoop 3", "north scoop 9", "north drop 10", "south scoop 4");
  log.frames.get(4).plies[0].trace.push({ do: "end", role: "south" });
  assert.deepEqual(numbers(log, 1), [1]);
  assert.deepEqual(numbers(log, 4), [4]);
});

test("the player who ends a round may begin the next one with a turn of its own", () => {
  const log = recorded("south scoop 3", "south drop 4", "south scoop 5");
  log.frames.get(3).plies[0].trace.push({ do: "end", role: "south" }, { do: "round", winner: "north" });
  assert.deepEqual(numbers(log, 3), [3]);
});

test("a sowing by itself and its neighbours stay decisions of their own", () => {
  const log = recorded("south scoop 3", "south drop 4");
  log.frames.get(2).plies[0].trace[0].drops = [[4, 8]];
  assert.deepEqual(numbers(log, 1), [1]);
  assert.deepEqual(numbers(log, 2), [2]);
});

test("steps go from turn to turn, and a whole turn is played", () => {
  const log = recorded(...ALONE);
  assert.deepEqual([0, 1, 3, 5].map((ply) => forward(log, ply, 6)), [3, 3, 5, 6]);
  assert.deepEqual([6, 5, 2, 1].map((ply) => back(log, ply)), [5, 3, 0, 0]);
  assert.deepEqual(pliesBetween(log, 0, 3).map(({ n }) => n), [1, 2, 3]);
  assert.deepEqual(pliesBetween(log, 2, 3).map(({ n }) => n), [3]);
  assert.deepEqual(pliesBetween(log, 0, 5), []);
  assert.deepEqual(lastPlies(log, 2).map(({ n }) => n), [1, 2]);
});

test("a turn by hand is one line: the houses chosen, the shells dropped, those lost", () => {
  const log = recorded("south scoop 7", "south drop A", "south scoop 3", "south drop 4", "south drop 8 lost");
  const plies = turnOf(log, log.decision(1)).flatMap((frame) => frame.plies);
  assert.equal(turnText("congkak", plies), "7 3, 3 shells, 1 lost");
  assert.equal(turnText("congkak", plies.slice(0, 1)), "7");
  assert.equal(turnText("congkak", plies.slice(3)), "…, 2 shells, 1 lost");
});
