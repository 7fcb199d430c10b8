import assert from "node:assert/strict";
import { test } from "node:test";

import { legalMoves, legalMoveSentences, parseMove } from "../../static/match/controls/move_parser.js";
import "./games.mjs";

const position = (legal) => ({ facts: {}, to_move: Object.keys(legal), legal });

/** What a typed move comes to: an action, or a sentence. */
function typed(game, legal, text, roles = Object.keys(legal)) {
  const found = parseMove(game, text, legalMoves(game, position(legal), roles));
  return "act" in found ? found.act.action : "ask" in found ? found.ask : found.say;
}

test("a move may be typed as the list writes it, or as one would say it", () => {
  const meant = [
    ["congkak", "scoop 3", ["3", " 3 ", "house 3", "House 3", "scoop 3", "play house 3"]],
    ["congkak", "drop 4", ["+4", "4", "house 4", "drop 4"]],
    ["congkak", "drop A", ["+A", "a", "the storehouse", "storehouse", "drop into the storehouse"]],
    ["mancala", "pick p7", ["7", "pit 7", "sow pit 7", "pick p7", "p7"]],
    ["mancala", "clear p7", ["7*", "7", "clear 7"]],
    ["morris", "place outer nw", ["a7", "A7", "place a7", "outer nw", "place outer nw"]],
    ["morris", "move outer n middle n", ["d7-d6", "d7 d6", "d7d6", "d7 to d6", "d7–d6", "move d7 to d6"]],
    ["morris", "remove outer sw", ["xa1", "a1", "take a1", "outer sw", "remove outer sw"]],
    ["checkers", "jump 3 3 5 5", ["c3xe5", "c3 e5", "c3-e5", "C3 x E5", "jump c3 to e5"]],
    ["checkers", "move 3 3 4 4", ["c3-d4", "c3 d4", "3 3 4 4", "move 3 3 4 4"]],
    ["morris", "noop", ["pass", "--", "Pass", "noop"]],
  ];
  const legal = {
    congkak: { south: ["scoop 2", "scoop 3", "drop 4", "drop 14", "drop A"] },
    mancala: { north: ["pick p7", "pick p10"] },
    morris: { white: ["place outer nw", "move outer n middle n", "remove outer sw"] },
    checkers: { black: ["jump 3 3 5 5", "move 3 3 4 4", "move 1 3 2 4"] },
  };
  for (const [game, action, texts] of meant) {
    const [role] = Object.keys(legal[game]);
    const listed = legal[game][role].includes(action) ? legal[game] : { [role]: [action] };
    for (const text of texts) assert.equal(typed(game, listed, text), action, text);
  }
});

test("anything else is answered with what is possible", () => {
  assert.equal(typed("congkak", { south: ["scoop 3", "scoop 5", "scoop 7"] }, "house 9"),
    "“house 9” can't be played. You can play 3, 5 or 7.");
  assert.equal(typed("checkers", { black: ["move 3 3 4 4", "move 3 3 2 4"] }, "c3"), "c3 can go to b4 or d4.");
  assert.equal(typed("checkers", { black: ["move 3 3 4 4"] }, "d4"), "“d4” can't be played. You can move c3 to d4.");
  assert.equal(typed("morris", { white: ["noop"] }, "d7"), "“d7” can't be played. You can only pass.");
});

test("only what the viewer's own roles may do is found", () => {
  const legal = { south: ["scoop 3"], north: ["scoop 9"] };
  assert.equal(typed("congkak", legal, "9"), "scoop 9");
  assert.match(typed("congkak", legal, "9", ["south"]), /You can play 3\.$/);
});

test("what can be played is said shortly", () => {
  const say = (game, legal) => legalMoveSentences(game, legalMoves(game, position(legal), Object.keys(legal)));
  assert.deepEqual(say("mancala", { north: ["pick p10", "pick p6", "pick p7"] }), ["You can play 6, 7 or 10."]);
  assert.deepEqual(say("congkak", { south: ["drop A", "drop 14"] }), ["You can drop a shell into 14 or A."]);
  assert.deepEqual(say("morris", { white: ["remove outer sw", "remove inner n"] }), ["You can take a1 or d5."]);
  assert.deepEqual(say("morris", { white: ["place outer sw"] }), ["You can place a stone on a1."]);
  assert.deepEqual(say("checkers", { black: ["move 3 3 4 4", "move 1 3 2 4", "move 3 3 2 4"] }),
    ["You can move a3 to b4; c3 to b4 or d4."]);
  assert.deepEqual(say("checkers", { black: ["jump 3 3 5 5"] }), ["You can jump c3 to e5."]);
  assert.deepEqual(say("congkak", { south: ["scoop 3"], north: ["scoop 9", "scoop 8"] }),
    ["South can play 3.", "North can play 8 or 9."]);
  assert.deepEqual(say("morris", { white: ["noop"] }), ["You can only pass."]);
  assert.deepEqual(say("morris", {}), []);
});
