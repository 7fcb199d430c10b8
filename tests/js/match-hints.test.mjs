import assert from "node:assert/strict";
import { test } from "node:test";

import { GAMES } from "./games.mjs";
import * as reading from "../../static/boards/preview.js";
import { Hints, choiceAt } from "../../static/match/controls/hints.js";

const pits = { hand: { north: 0, south: 0 } };
const turn = () => ({ facts: pits, to_move: ["north"], legal: { north: ["pick p6", "pick p7", "pick p8"] } });

/** A board that is pointed at, and everything that came of it. */
function table(changes = {}) {
  const board = { game: GAMES.mancala, position: turn(), view: { roles: ["north"] }, chosen: [], locked: null, ...changes };
  const seen = { asked: [], shown: [], said: [], may: true };
  const marks = { show: (outlook) => seen.shown.push(outlook.landing), clear: () => seen.shown.push(null) };
  const hints = new Hints(board, {
    ask: (question) => new Promise((answer) => seen.asked.push({ ...question, answer })),
    say: (text) => seen.said.push(text),
    allowed: () => seen.may,
  }, async () => {
    if (seen.lineIsDead) throw new TypeError("Failed to fetch");
    return { marks, reading };
  });
  return { board, hints, seen };
}

/** What the rules answer: the stone falls into the store. */
function fallsInto(at, role = "north") {
  return { plies: [{ role, action: "", trace: [{ do: "drop", role, at, now: 1, hand: 0 }] }], position: turn() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("nothing is asked until the pointer rests, and once for each choice of a position", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { hints, seen } = table();
  hints.point("p6", "mouse");
  context.mock.timers.tick(100);
  hints.point("p7", "mouse");
  context.mock.timers.tick(119);
  assert.deepEqual(seen.asked, []);
  context.mock.timers.tick(1);
  assert.deepEqual(seen.asked.map(({ action }) => action), ["pick p7"]);
  context.mock.timers.reset();
  seen.asked[0].answer(fallsInto("p8"));
  await settled();
  assert.equal(seen.shown.at(-1), "p8");
  hints.point(null, "mouse");
  assert.equal(seen.shown.at(-1), null);
  hints.point("p7", "mouse");
  assert.equal(seen.shown.at(-1), "p8");
  assert.equal(seen.asked.length, 1);
});

test("never two questions at a time: what is pointed at when the answer comes is asked next", async () => {
  const { hints, seen } = table();
  hints.point("p6", "finger");
  await settled();
  hints.point("p7", "finger");
  hints.point("p8", "finger");
  await settled();
  assert.equal(seen.asked.length, 1);
  seen.asked[0].answer(fallsInto("p9"));
  await settled();
  assert.deepEqual(seen.asked.map(({ action }) => action), ["pick p6", "pick p8"]);
  assert.ok(!seen.shown.includes("p9"));
});

test("an answer that comes after the position has changed is forgotten", async () => {
  const { board, hints, seen } = table();
  hints.point("p6", "finger");
  await settled();
  board.position = turn();
  hints.refresh();
  seen.asked[0].answer(fallsInto("p9"));
  await settled();
  assert.ok(!seen.shown.includes("p9"));
  await settled();
  assert.equal(seen.asked.length, 2);
});

test("an answer that comes long after the position has changed makes the page ask about the new one", async () => {
  const { board, hints, seen } = table();
  hints.point("p6", "finger");
  await settled();
  board.position = turn();
  hints.refresh();
  await settled();
  assert.equal(seen.asked.length, 1);
  seen.asked[0].answer(fallsInto("p9"));
  await settled();
  assert.equal(seen.asked.length, 2);
  seen.asked[1].answer(fallsInto("p8"));
  await settled();
  assert.equal(seen.shown.at(-1), "p8");
});

test("who points with keys hears it, who points otherwise sees it", async () => {
  const { hints, seen } = table();
  hints.point("p6", "finger");
  await settled();
  seen.asked[0].answer(fallsInto("pwinnorth"));
  await settled();
  assert.deepEqual(seen.said, []);
  hints.point("p6", "keys");
  assert.deepEqual(seen.said, ["Hint: the last stone falls into the store."]);
});

test("a hint is said once, however often the page draws the same board", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { board, hints, seen } = table();
  hints.refresh();
  hints.point("p6", "keys");
  context.mock.timers.tick(120);
  context.mock.timers.reset();
  seen.asked[0].answer(fallsInto("pwinnorth"));
  await settled();
  for (const chosen of [[], []]) {
    board.chosen = chosen;
    hints.refresh();
  }
  assert.equal(seen.said.length, 1);
});

test("a match without hints, a hidden page, a locked board and somebody else's turn show nothing", async () => {
  const forbidden = table();
  forbidden.seen.may = false;
  const others = [forbidden, table({ locked: "Sending" }), table({ view: { roles: ["south"] } }), table({ view: { roles: [] } })];
  for (const { hints } of others) {
    hints.point("p6", "finger");
    assert.equal(hints.shows(), false);
  }
  await settled();
  for (const { seen } of others) assert.deepEqual(seen.asked, []);
});

test("what is held while stones are on their way is shown when they have landed", async () => {
  const { hints, seen } = table();
  seen.may = false;
  hints.point("p6", "finger");
  assert.equal(hints.shows(), false);
  seen.may = true;
  hints.refresh();
  assert.equal(hints.shows(), true);
  await settled();
  assert.equal(seen.asked.length, 1);
});

test("without an answer nothing is shown, and nothing is asked again by itself", async () => {
  const { hints, seen } = table();
  hints.point("p6", "finger");
  await settled();
  seen.asked[0].answer({ message: "That was too fast." });
  await settled();
  assert.equal(seen.asked.length, 1);
  assert.deepEqual(seen.shown.filter(Boolean), []);
});

test("where what it takes to show a hint got lost, the next question fetches it again", async () => {
  const { hints, seen } = table();
  seen.lineIsDead = true;
  hints.point("p6", "finger");
  await settled();
  seen.asked[0].answer({ message: null });
  await settled();
  seen.lineIsDead = false;
  hints.point("p7", "finger");
  await settled();
  seen.asked[1].answer(fallsInto("p9"));
  await settled();
  assert.equal(seen.shown.at(-1), "p9");
});

test("a mouse that rests keeps pointing while the focus goes elsewhere", () => {
  const { hints } = table();
  hints.point("p6", "mouse");
  hints.point(null, "keys");
  assert.deepEqual(hints.at, { stop: "p6", means: "mouse" });
});

test("keys keep pointing while the board goes away under a mouse that rests", () => {
  const { hints } = table();
  hints.point("p6", "keys");
  hints.point(null, "mouse");
  assert.deepEqual(hints.at, { stop: "p6", means: "keys" });
});

test("pointing means a choice only where one stop more makes it the only one", () => {
  const legal = ["move 1 3 2 4", "move 3 3 2 4", "move 3 3 4 4"];
  const board = { game: GAMES.checkers, position: { facts: {}, to_move: ["black"], legal: { black: legal } }, view: { roles: ["black"] } };
  assert.equal(choiceAt({ ...board, chosen: [] }, "1 3").action, "move 1 3 2 4");
  assert.equal(choiceAt({ ...board, chosen: [] }, "3 3"), null);
  assert.equal(choiceAt({ ...board, chosen: ["3 3"] }, "4 4").action, "move 3 3 4 4");
  assert.equal(choiceAt({ ...board, chosen: ["3 3"] }, "7 7"), null);
});

test("in congkak's simultaneous opening the way alone is asked for, in a race nothing", () => {
  const both = { phase: "opening", ended: [], choosing: ["south", "north"], hand: { south: 0, north: 0 }, sealed: { south: null, north: null } };
  const auto = { ...both, options: { rounds: "3", opening: "simultaneous", sowing: "auto" } };
  const { facts, firstLap } = GAMES.congkak.ahead(auto, "north");
  assert.deepEqual([facts.phase, facts.control, facts.choosing, facts.options.opening], ["turn", "north", ["north"], "north"]);
  assert.ok(firstLap);
  assert.equal(GAMES.congkak.ahead({ ...auto, ended: ["south"] }, "north").firstLap, false);
  assert.equal(GAMES.congkak.ahead({ ...auto, options: { ...auto.options, sowing: "hand" } }, "north"), null);
});
