import assert from "node:assert/strict";
import { test } from "node:test";

import { GAMES } from "./games.mjs";
import { listedText } from "../../static/boards/text/list_text.js";
import { beginnings, decisionText, liveSentences, sentences } from "../../static/boards/text/move_text.js";

const ply = (role, action, ...trace) => ({ role, action, trace: trace.map((step) => ({ role, ...step })) });

test("decisions are written as people write them", () => {
  assert.equal(decisionText("mancala", [ply("north", "pick p7"), ply("north", "put p8"), ply("north", "put p9")]), "7");
  assert.equal(decisionText("mancala", [ply("north", "clear p7")]), "7*");
  assert.equal(decisionText("morris", [ply("white", "place outer n")]), "d7");
  assert.equal(decisionText("morris", [ply("white", "move outer n middle n"), ply("black", "noop")]), "d7-d6 --");
  assert.equal(decisionText("morris", [ply("white", "remove outer sw")]), "xa1");
  assert.equal(decisionText("checkers", [ply("black", "jump 3 3 5 5")]), "c3xe5");
  assert.equal(decisionText("congkak", [ply("south", "scoop 3"), ply("north", "scoop 11")]), "3 11");
  assert.equal(decisionText("congkak", [ply("south", "drop A")]), "+A");
});

test("the 24 points have the 24 names of the usual diagram", () => {
  const squares = ["outer", "middle", "inner"];
  const directions = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];
  const names = squares.map((square) => directions.map((d) => GAMES.morris.notation(`place ${square} ${d}`)).join(" "));
  assert.deepEqual(names, ["a7 d7 g7 g4 g1 d1 a1 a4", "b6 d6 f6 f4 f2 d2 b2 b4", "c5 d5 e5 e4 e3 d3 c3 c4"]);
});

test("a sowing is told in one sentence", () => {
  const plies = [ply("south", "scoop 3", { do: "scoop", from: 3, n: 5, drops: [[4, 8], [5, 8], [6, 8], [7, 8], ["A", 1]] }, { do: "again" })];
  assert.deepEqual(sentences("congkak", plies),
    ["South sows 5 from house 3; the last shell falls into the storehouse; South moves again."]);
  assert.deepEqual(sentences("congkak", plies, ["south"]),
    ["You sow 5 from house 3; the last shell falls into the storehouse; you move again."]);
});

test("a relay is summed up, a capture told last", () => {
  const [text] = sentences("congkak", [ply("south", "scoop 3",
    { do: "scoop", from: 3, n: 1, drops: [[4, 8]], relays: [Array.from({ length: 8 }, (_, i) => [5 + i, 1])] },
    { do: "capture", from: [[5, 1], [10, 3]], to: "A", now: 4 }, { do: "end" })]);
  assert.equal(text, "South sows 1 from house 3; the sowing runs on once, 9 shells in all; "
    + "the last shell falls into house 12; South captures 4 shells.");
});

test("players are called by their names, which stay as they are written", () => {
  const plies = [ply("south", "scoop 3", { do: "scoop", from: 3, n: 1, drops: [["A", 1]] }, { do: "again" })];
  const names = { south: "alice", north: "bob" };
  assert.deepEqual(sentences("congkak", plies, [], { names }),
    ["alice sows 1 from house 3; the last shell falls into the storehouse; alice moves again."]);
  assert.match(sentences("congkak", plies, ["south"], { names })[0], /^You sow 1 from house 3/);
});

test("while stones fall, only the beginning of a sowing is told", () => {
  const plies = [ply("south", "scoop 3", { do: "scoop", from: 3, n: 1, drops: [["A", 1]] }, { do: "again" })];
  assert.deepEqual(beginnings("congkak", plies, [], { names: { south: "alice" } }), ["alice sows 1 from house 3."]);
  assert.deepEqual(beginnings("checkers", [ply("black", "move 3 3 4 4", { do: "move", from: "3 3", to: "4 4" })], [], {}), []);
});

test("a mill is closed by somebody", () => {
  const mill = { do: "mill", lines: [["outer n", "middle n", "inner n"]] };
  const plies = [ply("white", "place outer n", { do: "place", to: "outer n" }, mill)];
  assert.deepEqual(sentences("morris", plies, ["white"]), ["You place a stone on d7; you close a mill."]);
  assert.deepEqual(sentences("morris", plies, []), ["White places a stone on d7; White closes a mill."]);
});

test("the end of a round is told with its number, its winner, the score and the houses that burn", () => {
  const plies = [{ role: "south", action: "scoop 7", trace: [
    { do: "round", winner: "north", stores: { south: 38, north: 60 } },
    { do: "refill", role: "south", houses: [3, 4, 5, 6, 7], burnt: [1, 2], store: 3 },
    { do: "refill", role: "north", houses: [8, 9, 10, 11, 12, 13, 14], burnt: [], store: 11 }] }];
  const table = { names: { south: "alice", north: "Early Lynx" }, round: 2 };
  assert.deepEqual(sentences("congkak", plies, [], table), ["Round 2 to Early Lynx, 60–38.", "Houses 1 and 2 are burnt in round 3."]);
  assert.deepEqual(sentences("congkak", plies, ["north"], table)[0], "Round 2 is yours, 60–38.");
  const even = [{ ...plies[0], trace: [{ do: "round", winner: null, stores: { south: 49, north: 49 } }] }];
  assert.deepEqual(sentences("congkak", even, [], table), ["Round 2 is even, 49–49."]);
});

test("lists of moves say what a sowing gained and whether its player moves again", () => {
  const sow = (from, drops, ...more) => [ply("south", `scoop ${from}`, { do: "scoop", from, n: drops.length, drops }, ...more)];
  const end = { do: "end" };
  assert.equal(listedText("congkak", sow(3, [[4, 8], [5, 1]], end)), "3");
  assert.equal(listedText("congkak", sow(6, [[7, 8], ["A", 1], [8, 1]], end)), "6 +1");
  assert.equal(listedText("congkak", sow(7, [["A", 1]], { do: "again" })), "7 again");
  assert.equal(listedText("congkak", sow(3, [[5, 1]], { do: "capture", from: [[5, 1], [10, 10]], to: "A", now: 11 }, end)), "3 +11");
  const collect = { do: "collect", from: [[5, 4]], to: "A", now: 50 };
  assert.equal(listedText("congkak", sow(3, [[4, 8]], end, collect)), "3", "what is left at a round's end is no gain");
  assert.equal(listedText("morris", [ply("white", "remove middle nw", { do: "capture", from: [["middle nw", 1]], to: null })]), "xb6");
});

test("who sows at once is told one after the other", () => {
  const trace = [
    { do: "scoop", role: "south", from: 3, n: 1, drops: [[4, 8]], tick: 0 },
    { do: "scoop", role: "north", from: 9, n: 1, drops: [[10, 8]], tick: 0 },
    { do: "end", role: "south", tick: 0 }, { do: "end", role: "north", tick: 0 }];
  assert.equal(sentences("congkak", [{ role: "north", action: "scoop 9", trace }]).length, 2);
});

test("a secret choice is told without the house", () => {
  const seal = ply("south", "scoop 3", { do: "seal" });
  assert.deepEqual(sentences("congkak", [seal]), ["South has chosen."]);
  const sowing = ply("north", "scoop 9", { do: "scoop", from: 9, n: 1, drops: [[10, 8]], tick: 0 });
  assert.deepEqual(sentences("congkak", [seal, sowing]),
    ["North sows 1 from house 9; the last shell falls into house 10."], "once stones fall, they tell it");
});

test("sowing by hand is told shell by shell", () => {
  assert.deepEqual(sentences("congkak", [ply("south", "scoop 3", { do: "scoop", from: 3, n: 7, drops: [] })]),
    ["South takes up 7 from house 3."]);
  assert.deepEqual(sentences("congkak", [ply("south", "drop 4", { do: "drop", at: 4, now: 8, hand: 6 })]),
    ["South sows into house 4."]);
  const drops = [["4", 6], ["5", 5]].map(([at, hand]) => ply("south", `drop ${at}`, { do: "drop", at, now: 8, hand }));
  assert.deepEqual(sentences("congkak", drops, ["south"]), ["You sow into house 4 and house 5."]);
});

test("of stones that are still in the hand nobody says that the last one has fallen", () => {
  const taken = ply("north", "pick p8", { do: "scoop", from: "p8", n: 3, drops: [] });
  const put = (at, hand) => ply("north", `put ${at}`, { do: "drop", at, now: 4, hand });
  assert.deepEqual(sentences("mancala", [taken, put("p9", 2)]), ["North takes up 3 from pit 8; North sows into pit 9."]);
  assert.deepEqual(sentences("mancala", [taken, put("p9", 2), put("p10", 1), put("pwinnorth", 0)]),
    ["North sows 3 from pit 8; the last stone falls into the store."]);
});

test("the end of the game is told by itself", () => {
  const plies = [ply("black", "jump 3 3 5 5", { do: "move", from: "3 3", to: "5 5" },
    { do: "capture", from: [["4 4", 1]], to: null, now: null }, { do: "over", role: undefined, winner: "black" })];
  assert.deepEqual(sentences("checkers", plies, ["red"]), ["Black moves c3 to e5; Black takes d4.", "Black wins the game."]);
});

test("stops have names that say whose they are and what lies there", () => {
  const facts = { options: {}, houses: { 5: 7, 9: 1 }, stores: { south: 0, north: 1 }, burnt: [9], hand: { south: 0, north: 0 },
    at: { south: null, north: null }, phase: "turn", choosing: ["south"], sealed: { south: null, north: null }, ended: [] };
  const scene = GAMES.congkak.scene(facts);
  assert.equal(GAMES.congkak.words.name("5", scene, ["south"]), "house 5, yours, 7 shells");
  assert.equal(GAMES.congkak.words.name("5", scene, []), "house 5, South's, 7 shells");
  assert.equal(GAMES.congkak.words.name("9", scene, ["south"]), "house 9, your opponent's, burnt");
  const board = GAMES.checkers.scene({ pawns: { "3 3": "black" }, captures: { black: 0, red: 0 } });
  assert.equal(GAMES.checkers.words.name("3 3", board, ["black"]), "c3, your black pawn");
  assert.equal(GAMES.checkers.words.name("4 7", board, ["black"]), "d7, empty");
});

test("who has chosen in secret is seen from the facts, and nothing more", () => {
  const facts = { options: { sowing: "auto" }, houses: {}, stores: { south: 0, north: 0 }, burnt: [], hand: { south: 0, north: 0 },
    at: { south: null, north: null }, phase: "opening", choosing: ["north"], sealed: { south: null, north: null }, ended: [] };
  assert.deepEqual(GAMES.congkak.scene(facts).waiting, ["south"]);
  assert.deepEqual(GAMES.congkak.scene({ ...facts, ended: ["south"] }).waiting, []);
  assert.deepEqual(GAMES.congkak.scene({ ...facts, sealed: { south: 3, north: null } }).sealed, ["3"]);
});

test("by hand a player hears each shell shortly, and everybody where the last one falls and what follows", () => {
  const drop = (n, role, at, hand, ...more) =>
    ({ n, role, action: `drop ${at}`, trace: [{ do: "drop", role, at, now: 3, hand }, ...more] });
  const relay = { do: "scoop", role: "south", from: 7, n: 3, drops: [] };
  assert.deepEqual(liveSentences("congkak", [drop(1, "south", 5, 6)], ["south"]), ["House 5, 6 left."]);
  assert.deepEqual(liveSentences("congkak", [drop(1, "south", 5, 6), drop(2, "south", 6, 5)], ["south"]), ["House 5 and house 6, 5 left."]);
  assert.deepEqual(liveSentences("congkak", [drop(1, "south", 5, 6)], ["north"]), []);
  assert.deepEqual(liveSentences("congkak", [drop(1, "south", 6, 1), drop(2, "south", 7, 0, relay)], ["north"]),
    ["The last shell falls into house 7; South takes up 3 from house 7."]);
  const taken = { do: "capture", role: "south", from: [[7, 1], [8, 4]], to: "A", now: 9 };
  assert.deepEqual(liveSentences("congkak", [drop(1, "south", 7, 0, taken, { do: "end", role: "south" })], ["north"]),
    ["The last shell falls into house 7; South captures 5 shells."]);
  const lost = { n: 1, role: "south", action: "drop 8", trace: [{ do: "forfeit", role: "south", at: 8, to: "B", now: 9, hand: 2 }] };
  assert.deepEqual(liveSentences("congkak", [lost], ["north"]), ["The shell in the burnt house 8 is lost."]);
});
