import assert from "node:assert/strict";
import { test } from "node:test";

import { WORDS } from "../../static/match/controls/keys_list.js";
import { SHORTCUTS, named } from "../../static/match/controls/shortcuts.js";

test("no key does two things in one place, and each is explained", () => {
  const seen = new Set();
  for (const { on, press } of SHORTCUTS) {
    assert.ok(WORDS[`${on} ${press[0]}`], `${press[0]}, ${on}`);
    for (const name of press) {
      // A letter counts on the board and on the page.
      for (const place of on === "letter" ? ["board", "page"] : [on]) {
        assert.ok(!seen.has(`${place} ${name}`), `${name} on the ${place}`);
        seen.add(`${place} ${name}`);
      }
    }
  }
  assert.equal(Object.keys(WORDS).length, SHORTCUTS.length);
});

test("a key is named by what is on it, whatever the shift lock says", () => {
  const name = (key, shiftKey = false) => named({ key, shiftKey });
  assert.equal(name("n"), "n");
  assert.equal(name("N"), "n", "with the shift lock");
  assert.equal(name("N", true), "Shift+n");
  assert.equal(name("n", true), "Shift+n", "with the shift lock and Shift");
  assert.equal(name("?", true), "?");
  assert.equal(name(" "), "Space");
  assert.equal(name("ArrowLeft", true), "Shift+ArrowLeft");
});
