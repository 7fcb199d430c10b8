import assert from "node:assert/strict";
import { test } from "node:test";
import { absencePrompts, openingPrompts } from "../../static/match/offers/pending_prompts.js";
import { LiveMatch } from "../../static/match/state/live_match.js";
import { eventText } from "../../static/match/offers/event_text.js";
import { lastDecision, offerPrompts } from "../../static/match/offers/offers.js";
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
