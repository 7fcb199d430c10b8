/**
 * Forms with `data-once` are sent once, however often their button is pressed. The browser may restore a page with the hidden
 * `cmd` of a command that is done: its next press is a new command.
 */

import { commandId } from "../http.js";

/**
 * @param {HTMLFormElement} form
 * @param {boolean} disabled
 */
function setButtons(form, disabled) {
  for (const field of form.elements) {
    if (field instanceof HTMLButtonElement) field.disabled = disabled;
  }
}

/** Forms that shared an id still do: two buttons of the lobby can stand for the same choice. */
function renewCommandIds() {
  /** @type {Record<string, string>} */
  const renewed = {};
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=cmd]"))) {
    field.value = renewed[field.value] ??= commandId();
  }
}

export function sendOnce() {
  addEventListener("submit", ({ target }) => {
    const form = /** @type {HTMLFormElement} */ (target);
    // Later, since the pressed button belongs to what is sent.
    if (form.matches("[data-once]")) setTimeout(() => setButtons(form, true));
  });
  addEventListener("pageshow", ({ persisted }) => {
    for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-once]"))) {
      setButtons(form, false);
    }
    if (persisted) renewCommandIds();
  });
}
