import assert from "node:assert/strict";
import { test } from "node:test";

import { TypedAhead } from "../../static/chat/typed_ahead.js";

/** An input line that takes the focus, as far as the test needs one. */
function inputLine(document) {
  const line = Object.assign(new EventTarget(), { value: "so", drafts: [] });
  line.setRangeText = (text) => (line.value += text);
  line.addEventListener("input", () => line.drafts.push(line.value));
  document.activeElement = line;
  return line;
}

function press(document, key, more = {}) {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key, ...more });
  document.dispatchEvent(event);
  return event.defaultPrevented;
}

test("letters typed while the chat opens land in its input line, and are no shortcuts", () => {
  const document = (globalThis.document = new EventTarget());
  const ahead = new TypedAhead();
  ahead.begin();
  let heard = 0;
  document.addEventListener("keydown", () => (heard += 1));
  for (const key of ["s", "x", "Backspace", "é"]) assert.ok(press(document, key));
  assert.equal(heard, 0);
  assert.ok(!press(document, "c", { ctrlKey: true }) && !press(document, "Escape"));
  const line = inputLine(document);
  ahead.end(line);
  assert.equal(line.value, "sosé");
  assert.deepEqual(line.drafts, ["sosé"]);
  assert.ok(!press(document, "n"), "from then on keys go their usual way");
  delete globalThis.document;
});
