import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { CHOICES, follow, preference, setPreference } from "../../static/preferences.js";

/** A browser that keeps one cookie and what it was told about its keeping. */
class Page extends EventTarget {
  documentElement = { dataset: {} };
  kept = "sessionid=a1b2";
  terms = "";

  get cookie() {
    return this.kept;
  }

  set cookie(text) {
    const [pair, ...terms] = text.split("; ");
    this.kept = `sessionid=a1b2; ${pair}`;
    this.terms = terms.join("; ");
  }
}

beforeEach(() => {
  globalThis.document = new Page();
});

test("who has chosen nothing has the first of each", () => {
  const first = ["auto", "teak", "usual", "usual", "named", "normal", "on", "70", "off", "on", "auto", "words", "off", "auto", "off"];
  assert.deepEqual(Object.keys(CHOICES).map(preference), first);
});

test("a choice is kept for 400 days, beside the others, and every path of the site has it", () => {
  setPreference("sound", "off");
  setPreference("board", "maple");
  assert.equal(preference("sound"), "off");
  assert.equal(preference("board"), "maple");
  assert.equal(document.kept, "sessionid=a1b2; preferences=sound=off&board=maple");
  assert.equal(document.terms, "Path=/; SameSite=Lax; Max-Age=34560000");
});

test("a choice dresses the page at once and is told", () => {
  const told = [];
  document.addEventListener("preference", ({ detail }) => told.push(detail));
  setPreference("theme", "dark");
  assert.deepEqual(document.documentElement.dataset, { theme: "dark", board: "teak" });
  assert.deepEqual(told, [{ name: "theme", value: "dark" }]);
});

test("who follows a preference hears it now and after each change of it, not of others", () => {
  const heard = [];
  follow("speed", (value) => heard.push(value));
  setPreference("theme", "light");
  setPreference("speed", "fast");
  assert.deepEqual(heard, ["normal", "fast"]);
});

test("a foreign value is not chosen and not believed", () => {
  assert.throws(() => setPreference("board", "gold"), RangeError);
  document.cookie = "preferences=board=gold&theme=dark";
  assert.equal(preference("board"), "teak");
  assert.equal(preference("theme"), "dark");
});
