import assert from "node:assert/strict";
import test from "node:test";
import { ChatLog } from "../../static/chat/chat_log.js";

const message = (number, more = {}) => ({ kind: "chat_message", room: "players", number, at: 0, by: "", role: null, name: "", text: `${number}`, ...more });
const numbers = (log) => log.messages.map(({ number }) => number);

test("what is sent comes in order and each once", () => {
  const log = new ChatLog();
  assert.deepEqual([1, 2, 2, 1, 3].map((number) => log.add(message(number))), [true, true, false, false, true]);
  assert.deepEqual(numbers(log), [1, 2, 3]);
  assert.equal(log.complete, true);
});

test("after a gap only what has no hole is kept, until a page fills it", () => {
  const log = new ChatLog();
  log.add(message(1));
  log.add(message(5));
  assert.deepEqual(numbers(log), [5]);
  assert.equal(log.complete, false);
  log.merge([1, 2, 3, 4, 5].map((number) => message(number)), true);
  assert.deepEqual(numbers(log), [1, 2, 3, 4, 5]);
  assert.equal(log.complete, true);
});

test("older pages go before, newer ones behind", () => {
  const log = new ChatLog();
  log.merge([message(5), message(6)], false);
  log.merge([message(3), message(4)], false);
  log.merge([message(5), message(6), message(7)], false);
  assert.deepEqual(numbers(log), [3, 4, 5, 6, 7]);
  log.merge([message(1), message(2)], true);
  assert.deepEqual(numbers(log), [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(log.complete, true);
});

test("a page that doesn't reach what is there takes its place", () => {
  const log = new ChatLog();
  log.merge([message(1), message(2)], true);
  log.merge([message(9), message(10)], false);
  assert.deepEqual(numbers(log), [9, 10]);
  assert.equal(log.complete, false);
});

test("what is hidden later is shown no longer", () => {
  const log = new ChatLog();
  log.add(message(1));
  log.add(message(2));
  log.add(message(3, { text: undefined, hides: 1 }));
  assert.deepEqual(log.shown.map(({ number }) => number), [2]);
});

test("an empty room is complete", () => {
  const log = new ChatLog();
  log.merge([], true);
  assert.equal(log.complete, true);
});
