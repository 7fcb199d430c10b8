import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { PositionWorth } from "../../static/analysis/review/position_worth.js";

const FACTS = { pits: [1] };
const FOUND = { role: "north" };

/** What the server is to answer, and the number of requests. */
let answers, requests;

beforeEach(() => {
  [answers, requests] = [[], 0];
  globalThis.document = { querySelector: () => null };
  globalThis.fetch = async () => {
    requests += 1;
    const body = answers.shift();
    return Response.json(body, { status: body.retry_ms ? 429 : 200 });
  };
});

afterEach(() => {
  delete globalThis.fetch;
  delete globalThis.document;
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a position is looked at until it is done", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const worth = new PositionWorth("/analyse", "mancala", () => {});
  answers.push({ state: "waiting" }, { state: "done", found: FOUND });
  await worth.ask(FACTS);
  context.mock.timers.tick(700);
  await settled();
  context.mock.timers.tick(60_000);
  assert.deepEqual([requests, worth.worthOf(FACTS).found], [2, FOUND]);
});

test("an analysis that was cut short is shown, and asked for again until it is whole", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const worth = new PositionWorth("/analyse", "mancala", () => {});
  answers.push({ state: "done", found: FOUND, short: true }, { state: "waiting", found: FOUND, short: true }, { state: "done", found: FOUND, short: false });
  await worth.ask(FACTS);
  assert.deepEqual([worth.worthOf(FACTS).found, worth.worthOf(FACTS).short], [FOUND, true]);
  context.mock.timers.tick(5000);
  await settled();
  assert.deepEqual(worth.worthOf(FACTS).found, FOUND);
  context.mock.timers.tick(700);
  await settled();
  context.mock.timers.tick(60_000);
  assert.deepEqual([requests, worth.worthOf(FACTS).short], [3, false]);
});

test("a position that is refused for a while is asked for again, and only once at a time", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const worth = new PositionWorth("/analyse", "mancala", () => {});
  answers.push({ message: "Try again in 5 s.", retry_ms: 5000 }, { message: "Try again in 5 s.", retry_ms: 5000 }, { state: "done", found: FOUND });
  await worth.ask(FACTS);
  await worth.ask(FACTS);
  assert.equal(worth.worthOf(FACTS).message, "Try again in 5 s.");
  context.mock.timers.tick(5000);
  await settled();
  assert.deepEqual([requests, worth.worthOf(FACTS).found, worth.worthOf(FACTS).message], [3, FOUND, ""]);
});
