import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, countdown, leftAt, spokenTime, untilNext, warnings } from "../../static/match/time/clock.js";
import { deadlinePrompts } from "../../static/match/offers/pending_prompts.js";

const SEATS = [{ role: "north", name: "alice" }, { role: "south", name: "bob" }];

/** Clocks that were read at 1000. */
function clocks(over = {}) {
  return { at: 1000, left: { north: 60_000, south: 90_000 }, running: ["north"], begun: [], first: {}, paused: {}, ...over };
}

test("only a running clock loses time, and none has less than nothing", () => {
  assert.equal(leftAt(clocks(), "north", 11_000), 50_000);
  assert.equal(leftAt(clocks(), "south", 11_000), 90_000);
  assert.equal(leftAt(clocks(), "north", 999_000), 0);
  assert.equal(leftAt(clocks(), "north", 900), 60_000);
});

test("a paused clock loses time from the end of its pause", () => {
  const paused = clocks({ running: [], paused: { north: 31_000 } });
  assert.equal(leftAt(paused, "north", 31_000), 60_000);
  assert.equal(leftAt(paused, "north", 41_000), 50_000);
});

test("time is written as shortly as it can be read", () => {
  const texts = [
    [51 * 3_600_000 + 59_000, "2 days 3 h"], [86_400_000, "1 day"], [3_849_000, "1:04:09"], [600_000, "10:00"],
    [247_999, "4:07"], [10_000, "0:10"], [9_999, "0:09.9"], [250, "0:00.2"], [99, "0:00"], [0, "0:00"],
  ];
  for (const [ms, text] of texts) assert.equal(clockText(ms), text);
});

test("a clock is drawn again just when it reads differently", () => {
  for (const left of [172_805_000, 86_400_000, 86_399_999, 61_000, 60_999, 10_000, 9_999, 9_050, 130]) {
    const next = untilNext(left);
    assert.equal(clockText(left - next + 1), clockText(left), `${left} too late`);
    assert.notEqual(clockText(left - next), clockText(left), `${left} too early`);
  }
  assert.equal(untilNext(0), Infinity);
});

test("time is said in round words", () => {
  const words = [[20_000, "20 seconds"], [60_000, "1 minute"], [119_500, "2 minutes"], [25_920_000, "7 hours"], [1000, "1 second"]];
  for (const [ms, text] of words) assert.equal(spokenTime(ms), text);
  assert.deepEqual([countdown(42_001), countdown(272_000), countdown(-5)], ["43 s", "4:32", "0 s"]);
});

test("players are warned below a tenth of their time, and below 20 seconds", () => {
  assert.deepEqual(warnings({ kind: "real", minutes: 10, increment: 0 }), [60_000, 20_000]);
  assert.deepEqual(warnings({ kind: "real", minutes: 1, increment: 5 }), [20_000]);
});

test("a first action that is due and a clock that waits are told in words to whom they concern", () => {
  const live = { match: { seats: SEATS }, playing: true, time: { now: 1000 }, you: ["north"] };
  const due = deadlinePrompts({ ...live, clocks: clocks({ first: { north: 43_500 } }) });
  assert.deepEqual(due, [{ key: "first north", text: "Make your first move within 43 s, or the game is cancelled.", next: 500 }]);
  const both = deadlinePrompts({ ...live, clocks: clocks({ first: { south: 43_500, north: 43_500 } }) });
  assert.deepEqual(both.map(({ key }) => key), ["first north"], "one's own is enough");
  const [waits] = deadlinePrompts({ ...live, clocks: clocks({ paused: { south: 121_000 } }) });
  assert.equal(waits.text, "bob is away: clock paused, up to 2:00.");
  assert.deepEqual(deadlinePrompts({ ...live, playing: false, clocks: clocks({ first: { north: 43_500 } }) }), []);
});
