import assert from "node:assert/strict";
import { test } from "node:test";

import "./games.mjs";
import { Explanations } from "../../static/match/computer_game.js";
import { liveMoveSentences } from "../../static/match/announce/match_words.js";
import { EventLog } from "../../static/match/state/event_log.js";

/** Explanations of a match whose computer has this role. */
function explaining(game, role, { usual = true, options = {} } = {}) {
  const live = { match: { game, options, seats: [] }, why: () => "" };
  return new Explanations({ state: live, changed() {} }, { dataset: { roles: role }, hasAttribute: () => usual });
}

const reason = (game, role, trace, options) => explaining(game, role, { options }).reason([{ n: 1, role, action: "", trace }]);

test("each game says in its own words what a move has won", () => {
  const north = { role: "north" };
  assert.equal(reason("mancala", "north", [
    { do: "capture", ...north, from: [["p8", 1], ["p3", 4]], to: "pwinnorth", now: 9 }, { do: "end", ...north },
  ]), "Why: to capture 5 stones.");
  assert.equal(reason("mancala", "north", [{ do: "again", ...north }]), "Why: to go again.");
  assert.equal(reason("congkak", "north", [
    { do: "capture", ...north, from: [[3, 1], [12, 8]], to: "B", now: 9 }, { do: "again", ...north },
  ]), "Why: to capture 9 shells and to go again.");
  assert.equal(reason("congkak", "north", [
    { do: "scoop", ...north, from: 13, n: 3, drops: [[14, 8], ["B", 1], [1, 8]], relays: [[[2, 8], ["B", 2], [3, 1]]] },
  ]), "Why: to bring 2 shells into its storehouse.");
  assert.equal(reason("morris", "black", [
    { do: "place", role: "black", to: "outer n" }, { do: "mill", role: "black", lines: [] },
  ]), "Why: to close a mill.");
  assert.equal(reason("checkers", "red", [
    { do: "move", role: "red", from: "3 3", to: "5 5" }, { do: "capture", role: "red", from: [["4 4", 1]], to: null }, { do: "over", winner: "red" },
  ]), "Why: to take 1 pawn and to win the game.");
});

test("a move that wins nothing is called that, and no plan is made up", () => {
  const quiet = "A quiet move: it wins nothing at once.";
  assert.equal(reason("morris", "black", [{ do: "place", role: "black", to: "outer n" }]), quiet);
  assert.equal(reason("morris", "black", [{ do: "pass", role: "black" }]), "", "there was no choice");
  assert.equal(reason("congkak", "north", [{ do: "scoop", role: "north", from: 9, n: 7, drops: [] }], { sowing: "hand" }), "");
});

test("what people play, and what is only tried, is not explained", () => {
  const one = explaining("mancala", "north");
  const trace = [{ do: "again", role: "south" }];
  assert.equal(one.reason([{ n: 1, role: "south", action: "pick p3", trace }]), "");
  assert.equal(one.reason([{ n: 0, role: "north", action: "pick p8", trace: [{ do: "again", role: "north" }] }]), "");
});

test("of an opening that both choose at once only the computer's part is explained", () => {
  const trace = [{ do: "capture", role: "south", from: [[3, 9]], to: "A" }, { do: "again", role: "north" }];
  const plies = [{ n: 1, role: "south", action: "scoop 3", trace: [] }, { n: 2, role: "north", action: "scoop 9", trace }];
  assert.equal(explaining("congkak", "north").reason(plies), "Why: to go again.");
});

test("moves are explained at the lowest level unless somebody likes it otherwise", () => {
  globalThis.document = { cookie: "" };
  assert.equal(explaining("mancala", "north").on, true);
  assert.equal(explaining("mancala", "north", { usual: false }).on, false);
  globalThis.document = { cookie: "preferences=explain=off" };
  assert.equal(explaining("mancala", "north").on, false);
  globalThis.document = { cookie: "preferences=explain=on" };
  assert.equal(explaining("mancala", "north", { usual: false }).on, true);
});

test("a screen reader hears the reason within the same utterance", () => {
  const why = () => "Why: to go again.";
  const live = { log: new EventLog(0), match: { game: "mancala", seats: [] }, you: [], why };
  const plies = [{ n: 0, role: "north", action: "pick p8", trace: [{ do: "again", role: "north" }] }];
  const said = liveMoveSentences(live, plies);
  assert.equal(said.length, 1);
  assert.match(said[0], /Why: to go again\.$/);
});
