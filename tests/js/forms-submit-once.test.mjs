import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { sendOnce } from "../../static/forms/submit_once.js";

globalThis.HTMLButtonElement = class {
  disabled = false;
};

/** A page with forms as the lobby has them: two share an id, and the buttons of one stand outside it. */
class Page extends EventTarget {
  forms = [["page-id-of-lobby", 2], ["page-id-of-lobby", 1], ["page-id-of-alice", 1]].map(([value, buttons]) => ({
    elements: [{ name: "cmd", value }, ...Array.from({ length: buttons }, () => new HTMLButtonElement())],
    matches: (selector) => selector === "[data-once]",
  }));

  querySelectorAll(selector) {
    if (selector === "form[data-once]") return this.forms;
    assert.equal(selector, "input[name=cmd]");
    return this.forms.map(({ elements }) => elements[0]);
  }

  get ids() {
    return this.forms.map(({ elements }) => elements[0].value);
  }

  get disabled() {
    return this.forms.map(({ elements }) => elements.slice(1).map(({ disabled }) => disabled));
  }

  show(persisted) {
    this.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  }

  /** Submits the first form, once what it sends is gathered. */
  async submit() {
    const event = new Event("submit");
    Object.defineProperty(event, "target", { value: this.forms[0] });
    this.dispatchEvent(event);
    assert.deepEqual(this.disabled[0], [false, false]);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

let page;

beforeEach(() => {
  page = new Page();
  globalThis.document = page;
  globalThis.addEventListener = page.addEventListener.bind(page);
  sendOnce();
});

test("a submitted form has its buttons disabled after it is gathered, and enabled when the page is shown again", async () => {
  await page.submit();
  assert.deepEqual(page.disabled, [[true, true], [false], [false]]);
  page.show(true);
  assert.deepEqual(page.disabled, [[false, false], [false], [false]]);
});

test("a restored page has new ids, shared by the forms that shared one", () => {
  const before = page.ids;
  page.show(true);
  const [one, other, friend] = page.ids;
  for (const id of page.ids) {
    assert.match(id, /^[A-Za-z0-9_-]{8,40}$/);
    assert.ok(!before.includes(id));
  }
  assert.equal(one, other);
  assert.notEqual(one, friend);
  page.show(true);
  assert.notEqual(page.ids[0], one);
});

test("a page that loads keeps the ids of the server, which a press before its end has sent", () => {
  page.show(false);
  assert.deepEqual(page.ids, ["page-id-of-lobby", "page-id-of-lobby", "page-id-of-alice"]);
});
