import assert from "node:assert/strict";
import { test } from "node:test";
import { Commands } from "../../static/match/commands.js";
import { Outbox } from "../../static/match/outbox.js";

const nothing = () => {};

/** A page on which south is to choose, at event 3. */
function fixture() {
  const page = { sent: [], time: 0, locked: null };
  page.live = { record: { head: 3 }, position: { base: { south: 3, north: 2 } }, reveal: nothing };
  page.outbox = new Outbox(
    (message) => page.sent.push(message) > 0,
    () => page.time,
    () => "command-1",
  );
  const lock = (text) => (page.locked = text);
  const effects = { lock, sending: nothing, stored: nothing, refused: nothing, changed: nothing };
  page.commands = new Commands(page.live, page.outbox, effects);
  page.arrives = (event) => {
    page.live.record.head += 1;
    page.commands.progress([event]);
  };
  page.waits = (ms) => {
    page.time += ms;
    page.outbox.tick();
  };
  return page;
}

const scooped = { what: "acted", role: "south", plies: [{ n: 1, role: "south", action: "scoop 3", trace: [] }] };

test("when my event comes without its answer, the answer is asked for again soon", async () => {
  const page = fixture();
  const done = page.commands.act("south", "scoop 3");
  page.arrives(scooped);
  assert.notEqual(page.locked, null, "nothing else is sent before the answer");
  page.waits(1000);
  assert.deepEqual(page.sent[1], page.sent[0], "the same command under the same id");
  page.outbox.answered({ kind: "answer", cmd: "command-1", ok: true, again: true, seq: 4 });
  assert.equal(await done, true);
  assert.equal(page.locked, null);
});

test("so it is with a choice that stays secret", () => {
  const page = fixture();
  page.commands.act("south", "scoop 3");
  page.arrives({ what: "sealed", role: "south", plies: [] });
  page.waits(1000);
  assert.equal(page.sent.length, 2);
});

test("the other player's event is no reason to ask again", () => {
  const page = fixture();
  page.commands.act("south", "scoop 3");
  page.arrives({ what: "sealed", role: "north", plies: [] });
  page.waits(1000);
  assert.equal(page.sent.length, 1);
});

test("while an act is unanswered no other is begun", async () => {
  const page = fixture();
  page.commands.act("south", "scoop 3");
  page.arrives(scooped);
  assert.equal(await page.commands.act("south", "scoop 4"), false);
  assert.equal(page.sent.length, 1);
});
