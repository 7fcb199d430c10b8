import assert from "node:assert/strict";
import { test } from "node:test";
import { backoff } from "../../static/match/commands/connection.js";
import { commandId } from "../../static/http.js";
import { Outbox } from "../../static/match/commands/outbox.js";

function fixture() {
  const page = { sent: [], time: 0, connected: true };
  let ids = 0;
  page.outbox = new Outbox(
    (message) => {
      if (page.connected) page.sent.push(message);
      return page.connected;
    },
    () => page.time,
    () => `command-${(ids += 1)}`,
  );
  return page;
}

const act = { kind: "act", base: 3, action: "pick p7" };
const done = { kind: "answer", cmd: "command-1", ok: true, seq: 4 };

test("a command is sent once and settled by its answer", async () => {
  const { outbox, sent } = fixture();
  const answer = outbox.put(act);
  assert.deepEqual(sent, [{ ...act, cmd: "command-1" }]);
  assert.equal(outbox.busy, true);
  outbox.answered(done);
  assert.equal((await answer).seq, 4);
  assert.equal(outbox.busy, false);
});

test("silence for five seconds sends it again under the same id", () => {
  const page = fixture();
  page.outbox.put(act);
  page.time = 4999;
  page.outbox.tick();
  assert.equal(page.sent.length, 1);
  page.time = 5000;
  page.outbox.tick();
  assert.deepEqual(page.sent[1], page.sent[0]);
});

test("in a hurry it is sent again within a second, under the same id", () => {
  const page = fixture();
  page.outbox.put(act);
  page.outbox.hurry();
  page.outbox.tick();
  assert.equal(page.sent.length, 1, "the answer gets its moment");
  page.time = 1000;
  page.outbox.tick();
  assert.deepEqual(page.sent[1], page.sent[0]);
  page.time = 1001;
  page.outbox.tick();
  assert.equal(page.sent.length, 2);
});

test("what was given without a connection leaves when there is one", () => {
  const page = fixture();
  page.connected = false;
  page.outbox.put(act);
  page.connected = true;
  page.outbox.connected();
  assert.deepEqual(page.sent, [{ ...act, cmd: "command-1" }]);
});

test("a second answer to the same command is passed over", async () => {
  const { outbox } = fixture();
  let settled = 0;
  const answer = outbox.put(act).then(() => (settled += 1));
  outbox.answered(done);
  outbox.answered({ ...done, again: true });
  await answer;
  assert.equal(settled, 1);
});

test("a button that is pressed twice gives one order, unless more is meant by it", async () => {
  const { outbox, sent } = fixture();
  const draw = { kind: "offer", what: "draw" };
  const both = [outbox.put(draw), outbox.put({ ...draw })];
  assert.deepEqual(sent, [{ ...draw, cmd: "command-1" }]);
  outbox.answered(done);
  assert.deepEqual((await Promise.all(both)).map(({ ok }) => ok), [true, true]);
  const meant = [draw, { kind: "offer", what: "takeback" }, draw, { kind: "give_time" }, { kind: "give_time" }];
  for (const order of meant) outbox.put(order);
  assert.deepEqual(sent.slice(1).map(({ cmd, ...order }) => order), meant);
});

test("an answered command is not sent again at the next connection", () => {
  const page = fixture();
  page.outbox.put(act);
  page.outbox.answered(done);
  page.outbox.connected();
  assert.equal(page.sent.length, 1);
});

test("a refusal settles it; being unavailable only delays it", async () => {
  const page = fixture();
  const answer = page.outbox.put(act);
  const refused = { ...done, ok: false, code: "unavailable", message: "Not now.", retry_ms: 1000 };
  page.outbox.answered(refused);
  assert.equal(page.outbox.busy, true);
  page.time = 1000;
  page.outbox.tick();
  assert.equal(page.sent.length, 2);
  page.outbox.answered({ ...done, ok: false, code: "stale", message: "The position changed." });
  assert.equal((await answer).code, "stale");
});

test("several commands keep their order when they are sent again", () => {
  const page = fixture();
  page.outbox.put(act);
  page.outbox.put({ kind: "resign" });
  page.outbox.connected();
  assert.deepEqual(page.sent.slice(2).map(({ cmd }) => cmd), ["command-1", "command-2"]);
});

test("command ids are as the server wants them, and never the same", () => {
  const ids = Array.from({ length: 500 }, commandId);
  for (const id of ids) assert.match(id, /^[A-Za-z0-9_-]{8,40}$/);
  assert.equal(new Set(ids).size, ids.length);
});

test("the waits grow from 0.3 s, are random, and never pass 5 s", () => {
  assert.equal(backoff(1, false, () => 0), 300);
  assert.equal(backoff(1, false, () => 1), 600);
  assert.equal(backoff(3, false, () => 1), 2400);
  assert.equal(backoff(50, false, () => 1), 5000);
  assert.equal(backoff(50, false, () => 0), 300);
});

test("who plays comes back before those who watch", () => {
  assert.equal(backoff(1, true, () => 0), 0);
  assert.equal(backoff(1, true, () => 1), 250);
  assert.equal(backoff(2, true, () => 1), 1200);
  assert.equal(backoff(3, true, () => 1), 1500);
});

test("a refusal that is not final is repeated when the server says, by the clock of the page itself", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const sent = [];
  const outbox = new Outbox((message) => sent.push(message) > 0);
  outbox.put(act);
  outbox.answered({ ...done, cmd: sent[0].cmd, ok: false, code: "too_fast", message: "Too fast.", retry_ms: 20 });
  context.mock.timers.tick(19);
  assert.equal(sent.length, 1);
  context.mock.timers.tick(1);
  assert.equal(sent.length, 2);
});
