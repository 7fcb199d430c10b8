import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Analysis } from "../../static/analysis/review/analysis.js";
import { pointsOf } from "../../static/analysis/review/charts.js";

const decision = (seq, more = {}) => ({ seq, ply: seq, role: "north", action: "pick p8", found: null, why: "", ...more });

/** What the page asked for, and what it is answered. */
let asked, answers;

beforeEach(() => {
  [asked, answers] = [[], []];
  globalThis.document = { querySelector: () => null };
  globalThis.fetch = async (url, { method = "GET" }) => {
    asked.push(`${method} ${url}`);
    const [ok, body] = answers.shift();
    return Response.json(body, { status: ok ? 200 : 429 });
  };
});

afterEach(() => {
  delete globalThis.fetch;
  delete globalThis.document;
});

/** Waits until an answer has been read. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

function begun() {
  const analysis = new Analysis("/m/x/review", () => {});
  return { analysis, end: () => clearTimeout(analysis.next) };
}

test("decisions come from the last one backwards and stand in the order of the match", async () => {
  const { analysis, end } = begun();
  answers.push([true, { state: "running", done: 2, of: 4, decisions: [decision(3), decision(4)] }]);
  await analysis.ask();
  answers.push([true, { state: "done", done: 4, of: 4, decisions: [decision(1), decision(2)] }]);
  await analysis.look();
  end();
  assert.deepEqual(asked, ["POST /m/x/review", "GET /m/x/review?known=2"]);
  assert.deepEqual(analysis.decisions.map(({ seq }) => seq), [1, 2, 3, 4]);
  assert.equal(analysis.working, false);
});

test("an analysis that is wanted is requested if nobody has done so", async () => {
  const { analysis, end } = begun();
  answers.push([true, { state: "none" }], [true, { state: "waiting" }]);
  await analysis.open(true);
  end();
  assert.deepEqual(asked, ["GET /m/x/review?known=0", "POST /m/x/review"]);
});

test("nothing is requested for those who don't want it, and no analysis is repeated that exists or was cancelled", async () => {
  for (const [state, wanted] of [["none", false], ["done", true], ["cancelled", true]]) {
    const { analysis } = begun();
    answers.push([true, { state }]);
    await analysis.open(wanted);
    assert.equal(analysis.answered, true);
  }
  assert.deepEqual(new Set(asked), new Set(["GET /m/x/review?known=0"]));
});

test("a refusal is kept until something else is answered", async () => {
  const { analysis, end } = begun();
  answers.push([false, { message: "Analyse it when that match is over." }], [true, { state: "waiting" }]);
  await analysis.ask();
  assert.deepEqual([analysis.refusal, analysis.working], ["Analyse it when that match is over.", false]);
  await analysis.ask();
  end();
  assert.deepEqual([analysis.refusal, analysis.working], ["", true]);
});

test("what is refused for a while is asked for again", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { analysis } = begun();
  answers.push([false, { message: "Try again in 5 s.", retry_ms: 5000 }], [true, { state: "done", decisions: [decision(1)] }]);
  await analysis.ask();
  assert.equal(analysis.refusal, "Try again in 5 s.");
  context.mock.timers.tick(4999);
  assert.equal(asked.length, 1);
  context.mock.timers.tick(1);
  await settled();
  assert.deepEqual([asked.length, analysis.refusal, analysis.progress.state], [2, "", "done"]);
});

test("an analysis that was dropped while the page slept is asked for again", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { analysis } = begun();
  answers.push([true, { state: "waiting" }], [true, { state: "none" }], [true, { state: "waiting" }]);
  await analysis.ask();
  await analysis.look();
  context.mock.timers.tick(1000);
  await settled();
  assert.deepEqual(asked, ["POST /m/x/review", "GET /m/x/review?known=0", "POST /m/x/review"]);
  assert.equal(analysis.working, true);
});

test("the chart has the value before each decision, for the role that stands first", () => {
  const value = { kind: "exact", score: 4, outcome: 1 };
  const actions = { "pick p8": { ...value, loss: { kind: "exact", score: 0 } } };
  const found = { role: "north", scope: "game", unit: "margin", value, best: [], actions, line: [], line_proved: true };
  const summary = { roles: ["north", "south"], ply: [1, 2, 3], back: new Set() };
  const points = pointsOf([decision(1, { found }), decision(2), decision(3, { found: { ...found, role: "south" } })], summary);
  assert.deepEqual(points.map(({ row, value: height, proved }) => [row, height, proved]), [[-1, 4, true], [1, -4, true]]);
});
