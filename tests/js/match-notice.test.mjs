import assert from "node:assert/strict";
import { test } from "node:test";
import { Notice, statusText, visibleStatus } from "../../static/match/announce/notice.js";
import { finalCounts, pointsText, resultLine, resultSentence, roundsText } from "../../static/match/announce/result.js";
import { GAMES } from "./games.mjs";

const SEATS = [{ role: "south", name: "alice" }, { role: "north", name: "bob" }];
const FACTS = { options: {}, houses: {}, stores: {}, at: {}, hand: {}, burnt: [], sealed: {}, choosing: [], ended: [], phase: "turn" };

function live({ you = ["north"], legal = { south: ["scoop 3"] }, result = null }) {
  const toMove = Object.keys(legal);
  const status = result ? "over" : "playing";
  const position = { facts: FACTS, to_move: toMove, legal };
  const myTurns = you.filter((role) => toMove.includes(role));
  return { match: { game: "congkak", seats: SEATS, status, result, rematch: null }, position, you, myTurns, playing: !result };
}

test("who waits while the other sows by hand is told that, as is everybody who watches", () => {
  const sowing = { south: ["drop 4", "drop 5"] };
  assert.equal(statusText(live({ legal: sowing })), "alice is sowing.");
  assert.equal(statusText(live({ legal: sowing, you: [] })), "alice is sowing.");
  assert.equal(statusText(live({ legal: sowing, you: ["south"] })), "Your turn: drop the next shell.");
  assert.equal(statusText(live({})), "Waiting for alice.");
  assert.equal(statusText(live({ you: [] })), "alice's turn.");
});

test("the result begins like a sentence, but nobody's name is written otherwise than they do", () => {
  const result = { winner: "north", how: "resignation", goals: null };
  assert.equal(resultLine(live({ result })), "alice resigned");
  assert.equal(resultLine(live({ result, you: ["south"] })), "You resigned");
  assert.equal(resultLine(live({ result: { winner: null, how: "agreement", goals: null } })), "Agreed by both");
  assert.equal(resultSentence(live({ result, you: ["south"] })), "bob won: you resigned.");
});

test("while shells fall nobody is asked to move, and the line says who sows them", () => {
  const mine = live({ you: ["south"] });
  assert.equal(visibleStatus(mine, ["north"]), "bob is sowing.");
  assert.equal(visibleStatus(mine, ["south"]), "You are sowing.");
  assert.equal(visibleStatus(mine, ["north", "south"]), "alice and bob are sowing at once.");
  assert.equal(visibleStatus(mine, []), "Your turn: choose a house to sow.");
  const result = { winner: "north", how: "rules", goals: null };
  assert.match(visibleStatus(live({ result }), ["north"]), /^bob won|^You won/);
});

test("a game that the rules ended says why, and what the result is worth", () => {
  const result = { winner: "north", how: "rules", goals: { south: 0, north: 100 } };
  const over = live({ result, you: [] });
  over.position.facts = { ...FACTS, stores: { south: 3, north: 95 }, round: 4 };
  assert.equal(resultLine(over), "One side can't fill a house: 95 shells to 3");
  assert.equal(resultSentence(over), "bob won. One side can't fill a house: 95 shells to 3.");
  over.position.facts = { ...FACTS, stores: { south: 38, north: 60 }, round: 3 };
  assert.equal(resultLine(over), "3 rounds played: 60 shells to 38");
});

test("a card has names, counts, points and rounds, the winner first; other ends have neither counts nor points", () => {
  const over = live({ result: { winner: "north", how: "rules", goals: { south: 0, north: 100 } }, you: [] });
  over.position.facts = { ...FACTS, stores: { south: 38, north: 60 }, round: 3, rounds_won: { south: 1, north: 2 } };
  assert.deepEqual(finalCounts(over), [{ role: "north", name: "bob", count: 60 }, { role: "south", name: "alice", count: 38 }]);
  assert.equal(pointsText(over), "Points: 100 to 0");
  assert.equal(roundsText(over), "Rounds won: alice 1 – 2 bob");
  over.match.result = { winner: "north", how: "resignation", goals: null };
  assert.deepEqual([finalCounts(over), pointsText(over)], [[], ""]);
  over.position.facts = { ...FACTS, round: 1, rounds_won: { south: 0, north: 0 } };
  assert.equal(roundsText(over), "");
});

test("the opening says that it is secret, and why it comes again", () => {
  const opening = live({ you: ["south"], legal: { south: ["scoop 3"], north: ["scoop 9"] } });
  const stands = (stores, choosing, ended = []) => {
    opening.position.facts = { ...FACTS, phase: "opening", options: { sowing: "auto" }, stores, choosing, ended };
    return [statusText(opening), GAMES.congkak.explains(opening.position.facts)];
  };
  assert.deepEqual(stands({ south: 0, north: 0 }, ["south", "north"]),
    ["Your turn: choose a house in secret.", "Both choose in secret; the two houses are shown together."]);
  assert.deepEqual(stands({ south: 2, north: 4 }, ["south", "north"]),
    ["Your turn again: choose in secret.", "Both last shells fell into the storehouses, so both choose again, in secret."]);
  assert.deepEqual(stands({ south: 2, north: 4 }, ["south"], ["north"]), ["Your turn again: choose a house to sow.", ""]);
});

test("without a connection, and while a choice is on its way, nobody is asked to move", () => {
  const node = { attributes: {}, textContent: "", toggleAttribute: (name, on) => (node.attributes[name] = on) };
  const notice = new Notice(node, { stand() {}, say() {} });
  const mine = live({ you: ["south"] });
  notice.render(mine, false, [], "Your choice is being sent.");
  assert.deepEqual([node.textContent, node.attributes["data-turn"]], ["Your choice is being sent.", false]);
  notice.render(mine, false, [], "");
  assert.deepEqual([node.textContent, node.attributes["data-turn"]], ["Your turn: choose a house to sow.", true]);
  notice.render(live({ result: { winner: "north", how: "resignation", goals: null } }), false, [], "No connection.");
  assert.equal(node.textContent, "You won: alice resigned.", "a result stays true");
});

test("the explanation under the board is announced once it has changed, and not again", () => {
  const said = [];
  const notice = new Notice({ toggleAttribute() {}, textContent: "" }, { stand() {}, say: (text) => said.push(text) });
  const opening = live({ you: ["south"], legal: { south: ["scoop 3"], north: ["scoop 9"] } });
  const stands = (stores, phase = "opening") => {
    const options = { sowing: "auto" };
    opening.position.facts = { ...FACTS, phase, options, stores, choosing: ["south", "north"] };
    notice.render(opening, false, []);
    return said.splice(0);
  };
  assert.deepEqual(stands({ south: 0, north: 0 }), [], "what held when the page was opened is there to read");
  const again = "Both last shells fell into the storehouses, so both choose again, in secret.";
  assert.deepEqual(stands({ south: 2, north: 4 }), [again]);
  assert.deepEqual(stands({ south: 2, north: 4 }), []);
  assert.deepEqual(stands({ south: 2, north: 4 }, "turn"), [""]);
});
