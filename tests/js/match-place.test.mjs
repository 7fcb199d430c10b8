import assert from "node:assert/strict";
import { test } from "node:test";
import { Archive } from "../../static/match/record/archive.js";
import { back, forward, lastPlies, placeOf, pliesBetween, positionAt } from "../../static/match/looking/place.js";
import { Viewing } from "../../static/match/looking/viewing.js";
import { MatchRecord } from "../../static/match/record/record.js";
import { acted, event, started } from "./match-frames.mjs";

/** Decisions ending at plies 1, 4 and 5. */
function recorded() {
  const record = new MatchRecord(4);
  record.keep([started(1), acted(2, [1]), acted(3, [2, 3, 4]), acted(4, [5])]);
  return record;
}

test("before the first ply lies nothing, but before what is tried from there lies the first ply", () => {
  const viewing = new Viewing({ position: { ply: 5 } });
  viewing.place = 0;
  assert.equal(viewing.atStart, true);
  viewing.aside = { address: ":3" };
  assert.equal(viewing.atStart, false);
  [viewing.aside, viewing.beats] = [null, 1];
  assert.equal(viewing.atStart, false);
});

test("steps go from decision to decision", () => {
  const record = recorded();
  assert.deepEqual([0, 1, 4, 5].map((ply) => forward(record, ply, 5)), [1, 4, 5, 5]);
  assert.deepEqual([5, 4, 1, 0].map((ply) => back(record, ply)), [4, 1, 0, 0]);
});

test("from inside a decision a step leads to its end or its beginning", () => {
  const record = recorded();
  assert.equal(forward(record, 2, 5), 4);
  assert.equal(back(record, 3), 1);
});

test("a step forward plays the plies in between, a jump none", () => {
  const record = recorded();
  const numbers = (from, to) => pliesBetween(record, from, to).map(({ n }) => n);
  assert.deepEqual(numbers(1, 4), [2, 3, 4]);
  assert.deepEqual(numbers(2, 3), [3]);
  assert.deepEqual(numbers(0, 4), []);
  assert.deepEqual(lastPlies(record, 3).map(({ n }) => n), [2, 3]);
});

test("the two sealed choices are a place each, and one decision", () => {
  const record = new MatchRecord(3);
  record.keep([started(1), event(2, "sealed", { ply: 1, role: "south" }), acted(3, [1, 2])]);
  assert.equal(forward(record, 0, 2), 2);
  assert.equal(back(record, 2), 0);
  assert.equal(positionAt(record, "congkak", 1).facts.ply, 1);
});

test("while a choice is still sealed, back goes to what everybody saw before", () => {
  const record = new MatchRecord(2);
  record.keep([started(1), event(2, "sealed", { ply: 1, role: "south" })]);
  assert.equal(back(record, 1), 0);
  assert.equal(forward(record, 0, 1), 1);
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
  const record = new MatchRecord(2);
  record.keep([first, sowing]);
  const at = (ply) => positionAt(record, "mancala", ply).facts;
  assert.deepEqual([at(1).pits.p7, at(1).hand.north, at(1).pits.p8], [0, 2, 3]);
  assert.deepEqual([at(2).pits.p8, at(2).hand.north, at(2).pits.p9], [4, 1, 3]);
  assert.equal(at(0).pits.p7, 2);
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
  const record = new MatchRecord(10_001);
  const archive = new Archive(record, answer);
  await archive.newest();
  await archive.ply(5000);
  assert.equal(positionAt(record, "morris", 5000).ply, 5000);
  assert.equal(back(record, 5000), 4999);
  assert.deepEqual(asked, ["", "?ply=5000"]);
  assert.equal(record.frames.size, 400);
});

test("the start is fetched as the oldest page", async () => {
  const { answer } = server(1000);
  const record = new MatchRecord(1000);
  await new Archive(record, answer).ply(0);
  assert.equal(record.positionAt(0).ply, 0);
});

test("what is loaded is not fetched again, and one page not twice at once", async () => {
  const { asked, answer } = server(300);
  const archive = new Archive(new MatchRecord(300), answer);
  await Promise.all([archive.newest(), archive.newest()]);
  await archive.ply(299);
  await archive.before(250);
  await archive.after(260);
  assert.deepEqual(asked, [""]);
  assert.equal(archive.has(299), true);
  assert.equal(archive.has(20), false);
});

test("a page never moves the head: what is new comes by the socket", async () => {
  const { answer } = server(20);
  const record = new MatchRecord(10);
  await new Archive(record, answer).newest();
  assert.equal(record.head, 10);
  assert.equal(record.gap, false);
});
