import assert from "node:assert/strict";
import { test } from "node:test";
import { back, forward, lastPlies, pliesBetween } from "../../static/match/looking/place.js";
import { MatchRecord } from "../../static/match/record/record.js";
import { turnOf, turnText } from "../../static/match/looking/turns.js";
import { Viewing } from "../../static/match/looking/viewing.js";
import { event, started } from "./match-frames.mjs";

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
  const record = new MatchRecord(frames.length + 1);
  record.keep([started(1), ...frames]);
  return record;
}

/** The plies of the turn that one belongs to. */
const numbers = (record, ply, unbroken) => turnOf(record, record.decision(ply), unbroken).map(({ plies: [{ n }] }) => n);

const ALONE = ["south scoop 7", "south drop A", "south drop 8 end", "north scoop 9", "north drop 10 end", "south scoop 1"];
const RACE = ["south scoop 3", "north scoop 9", "south drop 4", "north drop 10", "north drop 11 end", "south drop 5 end"];

test("all that is sown by hand in a turn is one, and the next turn another", () => {
  const record = recorded(...ALONE);
  for (const ply of [1, 2, 3]) assert.deepEqual(numbers(record, ply), [1, 2, 3]);
  assert.deepEqual(numbers(record, 5), [4, 5]);
  assert.deepEqual(numbers(record, 6), [6]);
});

test("what comes while one looks back is counted by turns as well", () => {
  const record = recorded(...ALONE);
  const viewing = new Viewing({ record }, null, null, () => {}, () => {});
  viewing.place = 0;
  for (const frame of record.frames.values()) viewing.follow([frame]);
  assert.equal(viewing.news, 3);
});

test("in a race each has a turn, and what falls between the other's shells belongs to it too", () => {
  const record = recorded(...RACE);
  assert.deepEqual(numbers(record, 3), [1, 3, 6]);
  assert.deepEqual(numbers(record, 4), [2, 4, 5]);
  assert.deepEqual(numbers(record, 5, true), [4, 5], "unbroken by the other");
});

test("a turn that the other's shell has ended goes on no more", () => {
  const record = recorded("south scoop 3", "north scoop 9", "north drop 10", "south scoop 4");
  record.frames.get(4).plies[0].trace.push({ do: "end", role: "south" });
  assert.deepEqual(numbers(record, 1), [1]);
  assert.deepEqual(numbers(record, 4), [4]);
});

test("the player who ends a round may begin the next one with a turn of its own", () => {
  const record = recorded("south scoop 3", "south drop 4", "south scoop 5");
  record.frames.get(3).plies[0].trace.push({ do: "end", role: "south" }, { do: "round", winner: "north" });
  assert.deepEqual(numbers(record, 3), [3]);
});

test("a sowing by itself and its neighbours stay decisions of their own", () => {
  const record = recorded("south scoop 3", "south drop 4");
  record.frames.get(2).plies[0].trace[0].drops = [[4, 8]];
  assert.deepEqual(numbers(record, 1), [1]);
  assert.deepEqual(numbers(record, 2), [2]);
});

test("steps go from turn to turn, and a whole turn is played", () => {
  const record = recorded(...ALONE);
  assert.deepEqual([0, 1, 3, 5].map((ply) => forward(record, ply, 6)), [3, 3, 5, 6]);
  assert.deepEqual([6, 5, 2, 1].map((ply) => back(record, ply)), [5, 3, 0, 0]);
  assert.deepEqual(pliesBetween(record, 0, 3).map(({ n }) => n), [1, 2, 3]);
  assert.deepEqual(pliesBetween(record, 2, 3).map(({ n }) => n), [3]);
  assert.deepEqual(pliesBetween(record, 0, 5), []);
  assert.deepEqual(lastPlies(record, 2).map(({ n }) => n), [1, 2]);
});

test("a turn by hand is one line: the houses chosen, the shells dropped, those lost", () => {
  const record = recorded("south scoop 7", "south drop A", "south scoop 3", "south drop 4", "south drop 8 lost");
  const plies = turnOf(record, record.decision(1)).flatMap((frame) => frame.plies);
  assert.equal(turnText("congkak", plies), "7 3, 3 shells, 1 lost");
  assert.equal(turnText("congkak", plies.slice(0, 1)), "7");
  assert.equal(turnText("congkak", plies.slice(3)), "…, 2 shells, 1 lost");
});
