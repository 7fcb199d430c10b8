import assert from "node:assert/strict";
import { test } from "node:test";

import { bestText, betterActions, lossText, unchangedText, unjudgedText, verdictText, worthText } from "../../static/analysis/review/judgement.js";
import { GAMES } from "./games.mjs";

const exact = (score) => ({ kind: "exact", score, outcome: Math.sign(score) });
const estimate = (score) => ({ kind: "estimate", score, outcome: null });
const name = (role) => ({ north: "alice", south: "bob", white: "alice", black: "bob" })[role];

/** A position of mancala in which north is to move. */
function found(more = {}) {
  return {
    role: "north", scope: "game", unit: "margin", value: exact(8), best: ["pick p8"], line: [], line_proved: true,
    actions: {
      "pick p8": { ...exact(8), loss: { kind: "exact", score: 0 } },
      "pick p7": { ...exact(-14), loss: { kind: "exact", score: 22 } },
      "pick p6": { ...estimate(7.6), loss: { kind: "estimate", score: 0.4 } },
      "pick p9": { ...estimate(5), loss: { kind: "estimate", score: 3 } },
    },
    ...more,
  };
}

const GRADES = { "pick p7": "turning", "pick p9": "estimated", "pick p5": "margin" };
const taken = (action, more) => ({ seq: 3, ply: 4, role: "north", action, found: found(more), why: "", grade: GRADES[action] ?? "" });

test("what a move gave away is said with its unit, and with the outcome that changed", () => {
  assert.equal(lossText(GAMES.mancala, taken("pick p7")), "Pit 7 gave away 22 stones: a win became a loss.");
  assert.equal(lossText(GAMES.mancala, taken("pick p8")), "Pit 8 was the best move.");
  assert.equal(unchangedText(taken("pick p7")), "");
});

test("of a good move it is said whether others were as good", () => {
  const best = ["pick p10", "pick p8"];
  assert.equal(lossText(GAMES.mancala, taken("pick p8", { best })), "Pit 8 was one of the best moves.");
  assert.equal(bestText(GAMES.mancala, found({ best })), "Best: pit 8 and pit 10");
  const all = { "pick p8": found().actions["pick p8"], "pick p10": found().actions["pick p8"] };
  assert.equal(lossText(GAMES.mancala, taken("pick p8", { best, actions: all })), "Every move was equally good.");
});

test("in a game without margins the outcome is said alone", () => {
  assert.equal(lossText(GAMES.mancala, taken("pick p7", { unit: "goal" })), "Pit 7 turned a win into a loss.");
});

test("a move without an alternative isn't compared with others", () => {
  const only = (action) => taken(action, { actions: { [action]: { ...exact(8), loss: { kind: "exact", score: 0 } } } });
  assert.equal(lossText(GAMES.mancala, only("pick p8")), "Pit 8 was the only move.");
  assert.equal(lossText(GAMES.mancala, only("clear p8")), "Only collecting was left.");
});

test("of a margin that was given away it is said that the winner didn't change, if that is proved", () => {
  const actions = { "pick p5": { ...exact(2), loss: { kind: "exact", score: 6 } } };
  assert.equal(lossText(GAMES.mancala, taken("pick p5", { actions })), "Pit 5 gave away 6 stones.");
  assert.equal(unchangedText(taken("pick p5", { actions })), "The winner didn't change.");
  const open = { "pick p5": { ...estimate(2), loss: { kind: "lower", score: 6 } } };
  assert.equal(unchangedText(taken("pick p5", { actions: open })), "");
});

test("an estimate says about, and nothing where it is too small to tell", () => {
  assert.equal(lossText(GAMES.mancala, taken("pick p9")), "Pit 9 gave away about 3 stones.");
  assert.equal(lossText(GAMES.mancala, taken("pick p6")), "Pit 6 looks about as good as the best move.");
});

test("an estimated loss that is too small to count isn't named, and where the winner is proved that is said", () => {
  const loss = { kind: "estimate", score: 4 };
  const rough = taken("pick p6", { actions: { ...found().actions, "pick p6": { ...estimate(4), loss } } });
  assert.equal(lossText(GAMES.mancala, rough), "It isn't known whether pit 6 gave anything away.");
  assert.equal(unchangedText(rough), "");
  const won = taken("pick p6", { actions: { ...found().actions, "pick p6": { kind: "lower", score: 4, outcome: 1, loss } } });
  assert.equal(lossText(GAMES.mancala, won), "It isn't known whether pit 6 gave anything away.");
  assert.equal(unchangedText(won), "The winner didn't change.");
});

test("the verdict that is read aloud has the proof, and the best move unless that is hidden", () => {
  const said = "Pit 7 gave away 22 stones: a win became a loss. Proved.";
  assert.equal(verdictText(GAMES.mancala, taken("pick p7"), false), said);
  assert.equal(verdictText(GAMES.mancala, taken("pick p7"), true), `${said} Best: pit 8.`);
});

test("what was better is shown at mistakes, as long as it can be named", () => {
  assert.deepEqual(betterActions(taken("pick p7")), ["pick p8"]);
  assert.deepEqual(betterActions(taken("pick p8")), []);
  assert.deepEqual(betterActions(taken("pick p7", { best: ["pick p1", "pick p2", "pick p3", "pick p4"] })), []);
  assert.deepEqual(betterActions(null), []);
});

test("a move between two points keeps its notation", () => {
  const value = { ...exact(-3), loss: { kind: "exact", score: 3 } };
  const moved = { ...taken("move outer sw outer w"), role: "white", grade: "margin", found: found({ role: "white", actions: { "move outer sw outer w": value } }) };
  assert.match(lossText(GAMES.morris, moved), /^a1-a4 gave away 3 stones/);
});

test("a bound says at least", () => {
  const actions = { "pick p7": { kind: "upper", score: -1, outcome: -1, loss: { kind: "lower", score: 2 } } };
  assert.equal(lossText(GAMES.mancala, taken("pick p7", { actions })), "Pit 7 gave away at least 2 stones: a win became a loss.");
});

test("what a position is worth is told for the side that is ahead, whoever is to move", () => {
  const worth = (value, more = {}) => worthText(GAMES.mancala, found(more), value, name);
  assert.equal(worth(exact(8)), "alice wins by 8 stones");
  assert.equal(worth(exact(-1)), "bob wins by 1 stone");
  assert.equal(worth(exact(0)), "A draw");
  assert.equal(worth({ kind: "upper", score: -3, outcome: -1 }), "bob wins by at least 3 stones");
  assert.equal(worth(estimate(0.4)), "About even");
  assert.equal(worth(estimate(-2.2)), "bob is ahead by about 2 stones");
});

test("of congkak only the round is told, of morris the points", () => {
  const round = found({ scope: "round", role: "south" });
  assert.equal(worthText(GAMES.congkak, round, exact(4), name), "bob wins this round by 4 shells");
  const morris = found({ unit: "goal", role: "white" });
  assert.equal(worthText(GAMES.morris, morris, exact(100), name), "alice wins by 100 points");
});

test("more than three best moves are counted and not named", () => {
  assert.equal(bestText(GAMES.mancala, found()), "Best: pit 8");
  assert.equal(bestText(GAMES.mancala, found({ best: ["pick p1", "pick p2", "pick p3", "pick p4"] })), "Best: any of 4 moves");
});

test("what isn't judged says why", () => {
  const unknown = { ...taken("pick p8"), found: null };
  assert.match(unjudgedText({ ...unknown, why: "closed" }), /secret/);
  assert.match(unjudgedText({ ...unknown, why: "in_play" }), /can't be analysed now/);
  assert.equal(lossText(GAMES.mancala, unknown), "");
});
