import assert from "node:assert/strict";
import { test } from "node:test";
import { absencePrompts, holidayPrompts, openingPrompts } from "../../static/match/offers/pending_prompts.js";
import { LiveMatch } from "../../static/match/state/live_match.js";
import { eventText } from "../../static/match/offers/event_text.js";
import { lastDecision, offerPrompts } from "../../static/match/offers/offers.js";
import { pauseLength } from "../../static/match/offers/pauses.js";
import { statusText } from "../../static/match/announce/notice.js";
import { leftAt } from "../../static/match/time/clock.js";
import { acted, event, snapshot, started } from "./match-frames.mjs";
import "./games.mjs";

/** The page of somebody at a match that has begun; north is alice, south bob. */
function at(you, over = {}) {
  return new LiveMatch(snapshot(1, { you, ...over }), () => true, () => {});
}

const DRAW = { draw: { by: "south", seq: 4 } };

test("the other player's offer has two answers, that name the event which brought it", () => {
  const answers = [];
  const [line, ...rest] = offerPrompts(at(["north"], { offers: DRAW }), (...answer) => answers.push(answer));
  assert.deepEqual(rest, []);
  assert.equal(line.text, "bob offers a draw.");
  for (const { go } of line.actions) go();
  assert.deepEqual(answers, [["accept", "draw", 4], ["decline", "draw", 4]]);
});

test("one's own offer waits and can be withdrawn, and watchers read who offers", () => {
  const answers = [];
  const [own] = offerPrompts(at(["south"], { offers: DRAW }), (...answer) => answers.push(answer));
  assert.deepEqual([own.text, own.actions.map(({ label }) => label)], ["You have offered a draw.", ["Withdraw"]]);
  own.actions[0].go();
  assert.deepEqual(answers, [["withdraw", "draw", 4]]);
  const [seen] = offerPrompts(at([], { offers: DRAW }), () => {});
  assert.deepEqual([seen.text, seen.actions], ["bob offers a draw.", []]);
});

test("an offer stands until an event comes without it", () => {
  const live = at(["north"]);
  live.hear(event(2, "offered", { role: "south", offer: "draw", offers: DRAW }));
  assert.equal(offerPrompts(live, () => {}).length, 1);
  live.hear(acted(3, [1]));
  assert.deepEqual(offerPrompts(live, () => {}), []);
});

test("who asks to take back says which move, the last that still counts", () => {
  const live = at(["south"]);
  live.log.keep([started(1)]);
  live.hear(acted(2, [1]));
  live.hear(acted(3, [2]));
  live.hear(event(4, "taken_back", { ply: 1 }));
  assert.equal(lastDecision(live, "north").seq, 2);
  live.hear(event(5, "offered", { ply: 1, role: "north", offers: { takeback: { by: "north", seq: 5 } } }));
  assert.equal(offerPrompts(live, () => {})[0].text, "alice wants to take back pit 1.");
});

test("what became of it is told to whom it concerns", () => {
  const told = (you, what, rest) => eventText(at(you), event(4, what, rest));
  assert.equal(told(["south"], "declined", { role: "north", offer: "draw" }), "alice declines the draw.");
  assert.equal(told(["north"], "declined", { role: "north", offer: "draw" }), "");
  assert.equal(told(["south"], "withdrawn", { role: "north", offer: "draw" }), "alice withdrew the draw offer.");
  assert.equal(told(["south"], "taken_back", { role: "north" }), "alice took a move back.");
  assert.equal(told(["south"], "time_given", { role: "north", given: 15_000 }), "alice gave you 15 seconds.");
  const allowed = { role: "north", nearby: ["north"] };
  assert.equal(told(["south"], "nearby", allowed), "alice lets people on your networks chat while they watch.");
  const ended = { role: "north", nearby: ["south"] };
  assert.equal(told(["south"], "nearby", ended), "alice no longer lets people on your networks chat while they watch.");
  assert.equal(told([], "nearby", allowed), "");
  assert.equal(told([], "time_given", { role: "north", given: 15_000 }), "alice gave bob 15 seconds.");
});

test("that the first moves were drawn by lot is said until somebody moves", () => {
  const live = at(["north"]);
  assert.deepEqual(openingPrompts(live), []);
  live.hear(event(2, "opening", { ply: 2, role: "north" }));
  assert.match(openingPrompts(live)[0].text, /drawn by lot/);
  live.hear(event(3, "offered", { ply: 2, role: "south", offer: "draw", offers: DRAW }));
  assert.match(openingPrompts(live)[0].text, /drawn by lot/);
  live.hear(acted(4, [3]));
  assert.deepEqual(openingPrompts(live), []);
});

test("an absence counts down to the server's moment, and then the other may claim", () => {
  const claims = [];
  const terms = { absence: { kind: "claim", seconds: 60 } };
  const seen = (you, now) => {
    const live = at(you, { gone: { south: 60_000 } });
    live.match.terms = terms;
    live.time = { now };
    return absencePrompts(live, (result) => claims.push(result))[0];
  };
  assert.equal(seen(["north"], 17_500).text, "bob is away. You can claim a win in 43 s.");
  assert.equal(seen(["north"], 17_500).next, 500);
  assert.equal(seen([], 17_500).text, "bob is away. alice can claim a win in 43 s.");
  assert.equal(seen(["south"], 17_500).text, "You are away: alice can claim a win in 43 s.");
  for (const { go } of seen(["north"], 60_000).actions) go();
  assert.deepEqual(claims, ["win", "draw"]);
  assert.deepEqual(seen([], 60_000).actions, []);
});

const HOUR = 3_600_000;

test("a pause is offered with its length, and ends the turns of both until its end", () => {
  const live = at(["north"]);
  const offer = { pause: { by: "south", seq: 2, minutes: 1440 } };
  live.hear(event(2, "offered", { role: "south", offer: "pause", minutes: 1440, offers: offer }));
  assert.equal(offerPrompts(live, () => {})[0].text, "bob asks for a pause: 1 day.");
  assert.deepEqual(live.myTurns, ["north"]);
  live.hear(event(3, "paused", { role: "north", minutes: 1440, paused_until: live.time.now + 24 * HOUR }));
  assert.deepEqual([live.paused, live.myTurns, statusText(live)], [true, [], "The match is paused."]);
  live.hear(event(4, "continued", { role: "south" }));
  assert.deepEqual([live.paused, live.myTurns], [false, ["north"]]);
});

test("a pause ends by itself, and so does an offer to play on", () => {
  let now = 0;
  const live = new LiveMatch(snapshot(1, { paused_until: HOUR, offers: { continue: { by: "south", seq: 1 } } }), () => true, () => {}, () => now);
  assert.equal(offerPrompts(live, () => {})[0].text, "bob wants to play on.");
  now = HOUR;
  assert.deepEqual([live.paused, live.myTurns, offerPrompts(live, () => {})], [false, ["north"], []]);
});

test("the lengths of a pause read as people say them", () => {
  assert.deepEqual([15, 60, 1440, 10080].map(pauseLength), ["15 minutes", "1 hour", "1 day", "7 days"]);
});

test("a suspended clock stands still until its end, and then runs", () => {
  const clocks = { at: 1000, left: { north: 5000, south: 5000 }, running: ["north"], begun: [], first: {}, paused: {}, suspended: { north: HOUR } };
  assert.deepEqual([2000, HOUR, HOUR + 2000].map((now) => leftAt(clocks, "north", now)), [5000, 5000, 3000]);
});

test("a holiday is told until it ends", () => {
  const live = at(["north"], { holidays: { south: HOUR } });
  assert.match(holidayPrompts(Object.assign(live, { time: { now: 0 } }))[0].text, /^bob is on holiday until /);
  assert.deepEqual(holidayPrompts(Object.assign(live, { time: { now: HOUR } })), []);
  const back = event(4, "holiday", { role: "south", at: 4000, until: 4000 });
  assert.equal(eventText(live, back), "bob is back from holiday.");
});
