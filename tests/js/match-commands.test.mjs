import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { Commands } from "../../static/match/commands/commands.js";
import { LiveMatch } from "../../static/match/state/live_match.js";
import { Outbox } from "../../static/match/commands/outbox.js";
import { snapshot } from "./match-frames.mjs";
import { GAMES } from "./games.mjs";

const { predict } = GAMES.congkak;

const CASES = JSON.parse(readFileSync(new URL("../games/congkak/golden/ahead.json", import.meta.url), "utf8"));

/**
 * A page of south's, at event 3, in a position of congkak. What is sent, and what the board is told, is kept.
 * @param {string} name of a case
 */
function pageAt(name) {
  const { before } = CASES[name];
  const page = { sent: [], time: 0, locked: null, drawn: [], refused: [], busy: false, connected: true };
  const start = snapshot(3, { you: ["south"], position: { ...before, base: { south: 3, north: 2 }, ply: 1 } });
  start.match.game = "congkak";
  page.live = new LiveMatch(start, () => true, (fresh) => page.commands.progress(fresh));
  let ids = 0;
  page.outbox = new Outbox(
    (message) => page.connected && page.sent.push(message) > 0,
    () => page.time,
    () => `command-${(ids += 1)}`,
    () => {},
  );
  const parts = {
    lock: (text) => (page.locked = text),
    sending: (busy) => (page.busy = busy),
    refused: (text) => page.refused.push([text, page.shown]),
    foreseen: ({ action }) => page.drawn.push(action),
    overtaken: () => page.drawn.push("overtaken"),
  };
  page.commands = new Commands({
    state: page.live, outbox: page.outbox, publish: (what, ...news) => parts[what](...news), changed() {},
  });
  page.answer = (cmd, rest) => page.outbox.answered({ kind: "answer", cmd, ok: true, again: false, ...rest });
  page.waits = (ms) => {
    page.time += ms;
    page.outbox.tick();
  };
  Object.defineProperty(page, "shown", { get: () => page.commands.ahead(page.live.position) });
  return page;
}

/** The event of an action, as the rules tell it, in a page's match. */
function event(page, seq, role, action, base = {}) {
  const { position } = page.live;
  const after = predict(position, role, action);
  return {
    kind: "event", seq, what: "acted", at: 0, role, status: "playing", result: null,
    plies: [{ n: position.ply + 1, role, action, trace: after?.trace ?? [] }],
    position: { ...(after?.position ?? position), base: { ...position.base, [role]: seq, ...base }, ply: position.ply + 1 },
  };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

/** Sown by itself: nothing can be foreseen. */
function auto() {
  const page = pageAt("a scoop");
  page.live.position.ways = undefined;
  return page;
}

let page;

beforeEach(() => (page = pageAt("a drop on the way")));

test("when my event comes without its answer, the answer is asked for again soon", async () => {
  page = auto();
  const done = page.commands.act("south", "scoop 3");
  page.live.hear(event(page, 4, "south", "scoop 3"));
  assert.notEqual(page.locked, null, "nothing else is sent before the answer");
  page.waits(1000);
  assert.deepEqual(page.sent[1], page.sent[0], "the same command under the same id");
  page.answer("command-1", { again: true, seq: 4 });
  assert.equal(await done, true);
  assert.equal(page.locked, null);
});

test("so it is with a choice that stays secret", () => {
  page = auto();
  page.commands.act("south", "scoop 3");
  page.live.hear({ ...event(page, 4, "south", ""), what: "sealed", plies: [] });
  page.waits(1000);
  assert.equal(page.sent.length, 2);
});

test("the other player's event is no reason to ask again", () => {
  page = auto();
  page.commands.act("south", "scoop 3");
  page.live.hear({ ...event(page, 4, "north", ""), what: "sealed", plies: [] });
  page.waits(1000);
  assert.equal(page.sent.length, 1);
});

test("while an act of which nothing is foreseen is unanswered, no other is begun", async () => {
  page = auto();
  page.commands.act("south", "scoop 3");
  page.live.hear(event(page, 4, "south", "scoop 3"));
  assert.equal(await page.commands.act("south", "scoop 4"), false);
  assert.equal(page.sent.length, 1);
});

test("shells dropped faster than the server answers are drawn at once and sent one by one, each on the one before", async () => {
  for (const stop of [4, 5, 6]) page.commands.act("south", `drop ${stop}`);
  assert.deepEqual(page.drawn, ["drop 4", "drop 5", "drop 6"]);
  assert.deepEqual(page.sent, [{ kind: "act", cmd: "command-1", base: 3, action: "drop 4" }]);
  assert.deepEqual(page.shown.pending, { 4: 1, 5: 1, 6: 1 });
  assert.equal(page.shown.facts.hand.south, 1);
  assert.equal(page.locked, null);

  page.answer("command-1", { seq: 4 });
  await soon();
  assert.deepEqual(page.sent[1], { kind: "act", cmd: "command-2", base: 4, action: "drop 5" });
  assert.equal(page.busy, true);
  assert.deepEqual(page.shown.pending, { 4: 1, 5: 1, 6: 1 }, "stored, but not on the page yet");

  page.live.hear(event(page, 4, "south", "drop 4"));
  assert.deepEqual(page.shown.pending, { 5: 1, 6: 1 });
  assert.equal(page.shown.facts.hand.south, 1);
});

test("the last shell's outcome is waited for", async () => {
  page = pageAt("a capture");
  const done = page.commands.act("south", "drop 5");
  assert.notEqual(page.locked, null);
  assert.deepEqual(page.shown.to_move, []);
  assert.equal(await page.commands.act("south", "scoop 2"), false);
  page.answer("command-1", { seq: 4 });
  page.live.hear({ ...event(page, 4, "south", "drop 5"), position: { ...page.live.position, to_move: ["north"], legal: {} } });
  assert.equal(await done, true);
  assert.equal(page.locked, null);
});

test("a relay is foreseen, so that a hand can go on round the board", async () => {
  page = pageAt("a relay");
  page.commands.act("south", "drop 4");
  page.commands.act("south", "drop 5");
  assert.equal(page.shown.facts.hand.south, 2);
  assert.deepEqual(page.shown.pending, { 4: 0, 5: 1 });
});

test("one refusal takes all of it back, with its reason, and the rest is never sent", async () => {
  const done = [4, 5, 6].map((stop) => page.commands.act("south", `drop ${stop}`));
  page.answer("command-1", { ok: false, code: "stale", message: "The position changed.", seq: 3 });
  assert.deepEqual(await Promise.all(done), [false, false, false]);
  assert.equal(page.sent.length, 1);
  assert.deepEqual(page.refused, [["The position changed.", page.live.position]], "the board as it is, when it is said");
  assert.deepEqual(page.drawn.slice(3), ["overtaken"]);
  assert.equal(page.busy, false);
  assert.equal(page.locked, null);
});

test("what was not drawn ahead needs no new drawing when it is refused: what moves and what is chosen stays", async () => {
  page = auto();
  const done = page.commands.act("south", "scoop 3");
  page.commands.send({ kind: "unseal" });
  page.answer("command-2", { ok: false, code: "nothing_sealed", message: "You have not chosen.", seq: 3 });
  page.answer("command-1", { ok: false, code: "stale", message: "The position changed.", seq: 3 });
  assert.equal(await done, false);
  assert.equal(page.refused.length, 2);
  assert.deepEqual(page.drawn, []);
});

test("after a refusal nothing is begun before the page has seen what came between", async () => {
  page.commands.act("south", "drop 4");
  page.commands.act("south", "drop 5");
  page.answer("command-1", { ok: false, code: "stale", message: "The position changed.", seq: 4 });
  await soon();
  assert.notEqual(page.locked, null);
  page.live.hear(event(page, 4, "south", "drop 4"));
  await soon();
  assert.equal(page.locked, null);
  page.commands.act("south", "drop 5");
  assert.deepEqual(page.sent[1], { kind: "act", cmd: "command-2", base: 4, action: "drop 5" });
});

test("without a connection only the first is resent, under its own id, and the others follow its answer", async () => {
  page.connected = false;
  for (const stop of [4, 5]) page.commands.act("south", `drop ${stop}`);
  page.connected = true;
  page.outbox.connected();
  page.outbox.connected();
  assert.deepEqual(page.sent.map(({ cmd }) => cmd), ["command-1", "command-1"]);
  page.answer("command-1", { again: true, seq: 4 });
  page.answer("command-1", { again: true, seq: 4 });
  await soon();
  assert.deepEqual(page.sent.slice(2).map(({ cmd, base }) => [cmd, base]), [["command-2", 4]]);
});

test("what a snapshot shows as done is not drawn twice while its answer is on the way", async () => {
  page.commands.act("south", "drop 4");
  page.commands.act("south", "drop 5");
  const { position } = event(page, 4, "south", "drop 4");
  page.live.hear({ ...snapshot(300), you: ["south"], position, match: page.live.match });
  assert.equal(page.shown, page.live.position);
  page.answer("command-1", { again: true, seq: 4 });
  await soon();
  assert.deepEqual(page.drawn.slice(2), ["overtaken"]);
  assert.deepEqual(page.shown.pending, { 5: 1 });
});

test("in the race the other's shells fall between mine, and mine stay in the air", async () => {
  page = pageAt("both hands in the race");
  for (const stop of [4, 5]) page.commands.act("south", `drop ${stop}`);
  page.live.hear(event(page, 4, "north", "drop 13"));
  assert.deepEqual(page.shown.pending, { 4: 1, 5: 1 });
  assert.deepEqual(page.shown.facts.hand, { south: 2, north: 4 });
  page.answer("command-1", { seq: 5 });
  await soon();
  assert.deepEqual(page.sent[1], { kind: "act", cmd: "command-2", base: 5, action: "drop 5" });
});

test("two at one screen don't wait for each other", () => {
  page = pageAt("both hands in the race");
  page.live.you = ["south", "north"];
  page.commands.act("south", "drop 4");
  page.commands.act("north", "drop 13");
  assert.deepEqual(page.sent.map(({ action, base }) => [action, base]), [["drop 4", 3], ["drop 13", 2]]);
});

test("a move that came after the end is refused in silence, since the page shows the result; nothing else is", async () => {
  const page = pageAt(Object.keys(CASES)[0]);
  const moved = page.commands.send({ kind: "act", base: 3, action: "scoop 3" });
  const left = page.commands.send({ kind: "resign" });
  page.live.match.status = "over";
  for (const { cmd } of page.sent) page.answer(cmd, { ok: false, seq: 4, message: "not in this phase: the match is over." });
  await Promise.all([moved, left]);
  assert.equal(page.refused.length, 1);
});
