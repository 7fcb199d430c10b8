import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { MatchController } from "../../static/match/match_controller.js";
import { acted, snapshot } from "./match-frames.mjs";
import "./games.mjs";

const ADDRESSES = { socket: "/ws/m/abcdefghjk", events: "/m/abcdefghjk/events", try: "/try", matches: "/m/2222222222" };

let controller, page;

beforeEach(() => {
  globalThis.window = { location: { origin: "https://here" } };
  controller = new MatchController(snapshot(3), ADDRESSES);
  page = { sent: [], told: [] };
  controller.connection.send = (message) => page.sent.push(message) > 0;
});

/** A part of the page that notes what it is told of. */
function listening(...topics) {
  const note = (topic) => (...news) => void page.told.push([topic, ...news]);
  controller.subscribe(Object.fromEntries(topics.map((topic) => [topic, note(topic)])));
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test("new events change the state, and then the parts are told and render", async () => {
  listening("events", "render");
  const event = acted(4, [4]);
  controller.hear(event);
  assert.equal(controller.state.log.head, 4);
  assert.deepEqual(page.told, [["events", [event], new Map()]]);
  await soon();
  assert.deepEqual(page.told.slice(1), [["render"]]);
});

test("several changes are rendered once", async () => {
  listening("render");
  controller.changed();
  controller.hear(acted(4, [4]));
  controller.changed();
  await soon();
  assert.deepEqual(page.told, [["render"]]);
});

test("a part is told of what it has a method for, and its answers are gathered", () => {
  controller.subscribe({ prompts: () => [{ key: "one", text: "One" }] });
  controller.subscribe({ draw: () => 20 });
  controller.subscribe({ prompts: () => [], draw: () => Infinity });
  controller.subscribe({ prompts: () => [{ key: "two", text: "Two" }] });
  assert.deepEqual(controller.publish("prompts").map(({ key }) => key), ["one", "two"]);
  assert.deepEqual(controller.publish("draw"), [20, Infinity]);
});

test("what a command is answered is the answer to who sent it, and a refusal is told to all", async () => {
  listening("refused", "sending");
  const answer = controller.send({ kind: "resign" });
  const [{ cmd, ...sent }] = page.sent;
  assert.deepEqual(sent, { kind: "resign" });
  controller.hear({ kind: "answer", cmd, ok: false, seq: 3, message: "Not now." });
  assert.equal((await answer).ok, false);
  assert.deepEqual(page.told, [["sending", true], ["sending", false], ["refused", "Not now.", 3]]);
});

test("what the server could not read is told to all", () => {
  listening("refused");
  controller.hear({ kind: "answer", cmd: null, ok: false, seq: 3 });
  assert.deepEqual(page.told, [["refused", "The server could not read what this page sent.", 3]]);
});

test("what is said before the chat is there is kept for it, in order and once", () => {
  const [rooms, first, second] = [{ kind: "chat" }, { kind: "chat_message", number: 1 }, { kind: "chat_message", number: 2 }];
  controller.hear(rooms);
  controller.hear(first);
  listening("chat");
  controller.hear(second);
  assert.deepEqual(page.told, [["chat", rooms], ["chat", first], ["chat", second]]);
  controller.subscribe({ chat: () => assert.fail("It was told before this part came.") });
});

test("without a connection nobody is known to be here, and a new one sends what is unanswered again", () => {
  listening("connection");
  controller.state.here = ["north"];
  controller.connectionChanged({ name: "waiting", until: 0 });
  assert.equal(controller.state.here, null);
  controller.send({ kind: "resign" });
  controller.connectionChanged({ name: "open" });
  assert.equal(page.sent.length, 2);
  assert.deepEqual(page.sent[1], page.sent[0]);
  assert.deepEqual(page.told.map(([, { name }]) => name), ["waiting", "open"]);
});

test("the moves so far are loaded once, and again after a failure", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  listening("movesLoaded");
  const asked = [];
  controller.loader.fetchPage = async (query) => {
    asked.push(query);
    if (asked.length === 1) throw new Error("no line");
    return { events: [acted(3, [3])] };
  };
  await Promise.all([controller.loadMoves(), controller.loadMoves()]);
  context.mock.timers.tick(5000);
  await soon();
  await controller.loadMoves();
  assert.deepEqual(asked, ["", ""]);
  assert.deepEqual(page.told, [["movesLoaded", false], ["movesLoaded", true]]);
});

test("the connection asks for what comes after the newest event, and for the chat where there is one", () => {
  controller.hear(acted(4, [4]));
  assert.equal(controller.socketAddress, "wss://here/ws/m/abcdefghjk?after=4&review=1");
  assert.equal(new MatchController(snapshot(3), ADDRESSES, true).socketAddress, "wss://here/ws/m/abcdefghjk?after=3&review=1&chat=1");
  assert.equal(controller.addressOf("x3mqng9nht"), "/m/x3mqng9nht");
});
