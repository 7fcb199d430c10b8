/** Settings dialog: how boards look, move and sound. Each choice holds at once. */

import { follow, preference, setPreference } from "./preferences.js";

/** @import { PreferenceName } from "./preferences.js" */

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("settings"));
const sound = document.querySelector("[data-do=sound]");

/** Opens the dialog with what is chosen now, which another page of this browser may have changed. */
function open() {
  const inputs = [...dialog.querySelectorAll("input")];
  for (const input of inputs) {
    input.checked = preference(/** @type {PreferenceName} */ (input.name)) === input.value;
  }
  dialog.showModal();
  inputs.find(({ checked }) => checked)?.focus();
}

dialog.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement) setPreference(/** @type {PreferenceName} */ (target.name), target.value);
});

for (const opener of document.querySelectorAll("[data-do=settings]")) {
  opener.addEventListener("click", open);
}

sound?.addEventListener("click", () => setPreference("sound", preference("sound") === "on" ? "off" : "on"));
follow("sound", (value) => sound?.setAttribute("aria-pressed", String(value === "on")));
