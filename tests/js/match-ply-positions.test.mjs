import assert from "node:assert/strict";
import { test } from "node:test";
import { EventLoader } from "../../static/match/state/event_loader.js";
import { back, forward, lastPlies, placeOf, pliesBetween, positionAt } from "../../static/match/navigation/ply_positions.js";
import { MatchNavigator } from "../../static/match/navigation/navigator.js";
import { EventLog } from "../../static/match/state/event_log.js";
import { acted, event, started } from "./match-frames.mjs";
import "./games.mjs";

/** Decisions ending at plies 1, 4 and 5. */
function recorded() {
  const log = new EventLog(4);
  log.keep([started(1), acted(2, [1]), acted(3, [2, 3, 4]), acted(4, [5])]);
  return log;
}

test("before the first ply lies nothing, but before what is tried from there lies the first ply", () => {
  const nav = new MatchNavigator({ state: { position: { ply: 5 } } });
  nav.place = 0;
  assert.equal(nav.atStart, true);
  nav.variation = { address: ":3" };
  assert.equal(nav.atStart, false);
  [nav.variation, nav.beats] = [null, 1];
  assert.equal(nav.atStart, false);
});

test("steps go from decision to decision", () => {
  const log = recorded();
  assert.deepEqual([0, 1, 4, 5].map((ply) => forward(log, ply, 5)), [1, 4, 5, 5]);
  assert.deepEqual([5, 4, 1, 0].map((ply) => back(log, ply)), [4, 1, 0, 0]);
});

test("from inside a decision a step leads to its end or its beginning", () => {
  const log = recorded();
  assert.equal(forward(log, 2, 5), 4);
  assert.equal(back(log, 3), 1);
});

test("a step forward plays the plies in between, a jump none", () => {
  const log = recorded();
  const numbers = (from, to) => pliesBetween(log, from, to).map(({ n }) => n);
  assert.deepEqual(numbers(1, 4), [2, 3, 4]);
  assert.deepEqual(numbers(2, 3), [3]);
  assert.deepEqual(numbers(0, 4), []);
  assert.deepEqual(lastPlies(log, 3).map(({ n }) => n), [2, 3]);
});

test("the two sealed choices are a place each, and one decision", () => {
  const log = new EventLog(3);
  log.keep([started(1), event(2, "sealed", { ply: 1, role: "south" }), acted(3, [1, 2])]);
  assert.equal(forward(log, 0, 2), 2);
  assert.equal(back(log, 2), 0);
  assert.equal(positionAt(log, "congkak", 1).facts.ply, 1);
});

test("while a choice is still sealed, back goes to what everybody saw before", () => {
  const log = new EventLog(2);
  log.keep([started(1), event(2, "sealed", { ply: 1, role: "south" })]);
  assert.equal(back(log, 1), 0);
  assert.equal(forward(log, 0, 1), 1);
});

test("in the middle of a sowing the counts are those after each single stone", () => {
  const facts = { pits: { p6: 0, p7: 2, p8: 3, p9: 3, pwinnorth: 0 }, hand: { north: 0 }, at: null };
  const first = started(1);
  first.position = { ...first.position, facts };
  const step = (n, trace) => ({ n, role: "north", action: "", trace: [{ role: "north", ...trace }] });
  const sowing = event(2, "acted", {
    ply: 3,
    plies: [
      step(1, { do: "scoop", from: "p7", n: 2, drops: [] }),
      step(2, { do: "drop", at: "p8", now: 4, hand: 1 }),
      step(3, { do: "drop", at: "p9", now: 4, hand: 0 }),
    ],
  });
  const log = new EventLog(2);
  log.keep([first, sowing]);
  const { scene: taken } = positionAt(log, "mancala", 1);
  assert.deepEqual([taken.counts.p7, taken.hands.north.n, taken.counts.p8], [0, 2, 3]);
  const { scene: fallen } = positionAt(log, "mancala", 2);
  assert.deepEqual([fallen.counts.p8, fallen.hands.north.n, fallen.counts.p9], [4, 1, 3]);
  assert.equal(positionAt(log, "mancala", 0).facts.pits.p7, 2);
});

test("an address names a ply or nothing", () => {
  assert.equal(placeOf("#12"), 12);
  assert.equal(placeOf("#0"), 0);
  for (const hash of ["", "#", "#moves", "#-1", "#1.5", "#12345678"]) assert.equal(placeOf(hash), null);
});

/** A server with a long match: event n+1 brings ply n. */
function server(newest) {
  const asked = [];
  const page = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const frame = (seq) => (seq === 1 ? started(1) : acted(seq, [seq - 1]));
  const answer = async (query) => {
    asked.push(query);
    const { before, ply } = Object.fromEntries(new URLSearchParams(query));
    const last = ply ? Math.min(Number(ply) + 100, newest) : Math.min(before ? Number(before) - 1 : newest, newest);
    return { events: page(Math.max(1, last - 199), last).map(frame) };
  };
  return { asked, answer };
}

test("a far place is fetched with what stands before it, and nothing in between", async () => {
  const { asked, answer } = server(10_001);
  const log = new EventLog(10_001);
  const loader = new EventLoader(log, answer);
  await loader.newest();
  await loader.ply(5000);
  assert.equal(positionAt(log, "morris", 5000).ply, 5000);
  assert.equal(back(log, 5000), 4999);
  assert.deepEqual(asked, ["", "?ply=5000"]);
  assert.equal(log.frames.size, 400);
});

test("the start is fetched as the oldest page", async () => {
  const { answer } = server(1000);
  const log = new EventLog(1000);
  await new EventLoader(log, answer).ply(0);
  assert.equal(log.positionAt(0).ply, 0);
});

test("what is loaded is not fetched again, and one page not twice at once", async () => {
  const { asked, answer } = server(300);
  const loader = new EventLoader(new EventLog(300), answer);
  await Promise.all([loader.newest(), loader.newest()]);
  await loader.ply(299);
  await loader.before(250);
  await loader.after(260);
  assert.deepEqual(asked, [""]);
  assert.equal(loader.has(299), true);
  assert.equal(loader.has(20), false);
});

test("a page never moves the head: what is new comes by the socket", async () => {
  const { answer } = server(20);
  const log = new EventLog(10);
  await new EventLoader(log, answer).newest();
  assert.equal(log.head, 10);
  assert.equal(log.gap, false);
});
