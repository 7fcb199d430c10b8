import assert from "node:assert/strict";
import { test } from "node:test";

import { GAMES } from "./games.mjs";
import { event, started } from "./match-frames.mjs";
import { courseText, shortened } from "../../static/match/announce/last_move.js";
import { moveSentences } from "../../static/match/announce/match_words.js";
import { EventLog } from "../../static/match/state/event_log.js";

const SEATS = [{ role: "black", name: "alice" }, { role: "red", name: "bob" }];

/** A game of checkers that stood at these captures before and after a jump of red's. */
function jumped(before, after) {
  const facts = (captures) => ({ pawns: {}, captures, control: "black", step: 9 });
  const trace = [{ do: "move", role: "red", from: "6 6", to: "4 4" }, { do: "capture", role: "red", from: [["5 5", 1]], to: null }];
  const plies = [{ n: 2, role: "red", action: "jump 6 6 4 4", trace }];
  const log = new EventLog(3);
  const frames = [started(1), event(2, "acted", { ply: 1, plies: [{ n: 1, role: "black", action: "move", trace: [] }] }), event(3, "acted", { ply: 2, plies })];
  [frames[1].position.facts, frames[2].position.facts] = [facts(before), facts(after)];
  frames[2].position.to_move = ["black"];
  log.keep(frames);
  return moveSentences({ log, match: { game: "checkers", seats: SEATS }, you: [] }, plies);
}

test("a lead that changes hands is told, and who takes it", () => {
  assert.deepEqual(jumped({ black: 2, red: 2 }, { black: 2, red: 3 }),
    ["bob moves f6 to d4; bob takes e5.", "bob takes the lead, 3–2."]);
  assert.equal(jumped({ black: 3, red: 2 }, { black: 3, red: 3 }).length, 1, "an even score is no lead");
  assert.equal(jumped({ black: 0, red: 0 }, { black: 0, red: 1 }).length, 1, "the first pawn reverses nothing");
  assert.equal(jumped({ black: 1, red: 3 }, { black: 1, red: 4 }).length, 1, "who leads already takes no lead");
});

test("somebody who plays both sides is called by them", () => {
  const trace = [{ do: "move", role: "red", from: "6 6", to: "5 5" }];
  const log = new EventLog(2);
  log.keep([started(1)]);
  const seats = SEATS.map(({ role }) => ({ role, name: "alice" }));
  const live = { log, match: { game: "checkers", seats }, you: ["black", "red"] };
  assert.deepEqual(moveSentences(live, [{ n: 1, role: "red", action: "move 6 6 5 5", trace }]), ["Red moves f6 to e5."]);
});

test("the moves are counted from the first to the last", () => {
  const { morris, checkers } = GAMES;
  const said = ["Move 1 of 60", "Move 2 of 60", "Move 3 of 60", "Move 60 of 60", ""];
  assert.deepEqual([0, 1, 2, 59, 60].map((step) => morris.course({ step })), said);
  const later = ["Move 1 of 99", "Move 2 of 99", "Move 3 of 99", "Move 99 of 99", ""];
  assert.deepEqual([1, 2, 3, 99, 100].map((step) => checkers.course({ step })), later);
});

test("before the last move of morris everybody is told that a mill comes too late", () => {
  const { morris } = GAMES;
  assert.equal(morris.explains({ step: 59, mill: false }), "One move left: a mill takes no stone.");
  assert.equal(morris.explains({ step: 58, mill: false }), "", "a mill closed now is settled by the last move");
  assert.equal(morris.explains({ step: 59, mill: true }), "", "the last move is the removal");
});

test("the round is in sight where there are several", () => {
  const course = (rounds) => GAMES.congkak.course({ options: { rounds }, round: 2 });
  assert.deepEqual(["1", "3", "match"].map(course), ["", "Round 2 of 3", "Round 2"]);
  const live = { match: { game: "congkak" }, playing: true, position: { facts: { options: { rounds: "3" }, round: 2 } } };
  assert.equal(courseText({ live, place: null, variation: null }), "Round 2 of 3");
  assert.equal(courseText({ live: { ...live, playing: false }, place: null, variation: null }), "", "the result says more");
});

test("a line that is too long keeps who did what", () => {
  const clauses = ["alice sows 7 from house 3;", "the sowing runs on once, 15 shells in all;", "alice captures 9 shells."];
  const withoutMiddle = shortened(clauses);
  assert.deepEqual(withoutMiddle, ["alice sows 7 from house 3;", "alice captures 9 shells."]);
  assert.deepEqual(shortened(withoutMiddle), ["alice sows 7 from house 3."]);
  assert.deepEqual(shortened(["alice从9号坑播 4;", "最后一颗落进5号坑."]), ["alice从9号坑播 4."]);
});
