/** Settings dialog: looks, motion and sound of the boards. Each choice applies at once. */

import { openStyled } from "./late_styles.js";
import { registerWorker } from "./app/registration.js";
import { follow, preference, setPreference } from "./preferences.js";

/** @import { PreferenceName } from "./preferences.js" */

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("settings"));
const sound = document.querySelector("[data-do=sound]");

/** Part that is fetched on demand: few people enable notifications. */
const notifications = /** @type {HTMLFieldSetElement} */ (dialog.querySelector("#notifications"));
/** Only phones vibrate. */
const vibration = /** @type {HTMLFieldSetElement} */ (dialog.querySelector("#vibration"));

/**
 * Opens the dialog with the current choices, which another page of this browser may have changed.
 * @param {HTMLElement} opener   may name a choice to focus
 */
async function open(opener) {
  // A menu gives the focus to its button as it closes; the dialog will give it back there.
  /** @type {HTMLElement | null} */ (opener.closest("[popover]"))?.hidePopover();
  const { part } = opener.dataset;
  const inputs = [...dialog.querySelectorAll("input")];
  for (const input of inputs) {
    const value = preference(/** @type {PreferenceName} */ (input.name));
    if (input.type === "range") input.value = value;
    else input.checked = value === input.value;
  }
  vibration.hidden = !("vibrate" in navigator && matchMedia("(pointer: coarse)").matches);
  await openStyled(dialog);
  inputs.find(({ checked, name }) => checked && (!part || name === part))?.focus();
  import("./notify/notification_setting.js").then(({ showSetting }) => showSetting(notifications), () => {});
}

for (const pieces of /** @type {PreferenceName[]} */ (["seeds", "men"])) {
  let chosen = false;
  follow(pieces, (value) => {
    chosen ||= value !== "usual";
    if (chosen) import("./boards/drawing/chosen_pieces.js").then(({ showChosenPieces }) => showChosenPieces(), () => {});
  });
}

/** The server names those whom the viewer knows. */
const shown = preference("people");
dialog.addEventListener("close", async () => {
  if (preference("people") === shown) return;
  // Mails and webhooks follow the choice too.
  const { strangers } = dialog.dataset;
  if (strangers) await import("./http.js").then(({ postJson }) => postJson(strangers)).catch(() => {});
  location.reload();
});
if ("known" in document.documentElement.dataset) import("./people/hidden_names.js").then(({ hideNames }) => hideNames(), () => {});

dialog.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement) setPreference(/** @type {PreferenceName} */ (target.name), target.value);
});

for (const opener of document.querySelectorAll("[data-do=settings]")) {
  opener.addEventListener("click", () => open(/** @type {HTMLElement} */ (opener)));
}

sound?.addEventListener("click", () => setPreference("sound", preference("sound") === "on" ? "off" : "on"));
follow("sound", (value) => sound?.setAttribute("aria-pressed", String(value === "on")));
follow("notifications", (value) => {
  if (value === "on") import("./notify/news_watch.js").then(({ watchNews }) => watchNews(notifications.dataset.news ?? ""), () => {});
});
registerWorker();
