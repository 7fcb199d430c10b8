/** A link to hand on: buttons that copy it, and that send it from a phone. */

import { t } from "../i18n.js";

/** @param {HTMLElement} root with the link's field, the buttons and the line that says what happened */
export function offerLink(root) {
  const field = /** @type {HTMLInputElement | null} */ (root.querySelector("#link"));
  if (!field) return;
  const state = /** @type {HTMLElement} */ (root.querySelector("#share-state"));
  const share = /** @type {HTMLButtonElement | null} */ (root.querySelector("[data-share]"));
  const button = /** @type {HTMLButtonElement} */ (root.querySelector("[data-copy]"));
  field.addEventListener("focus", () => field.select());
  // Disabled until there is a listener.
  button.disabled = false;
  button.addEventListener("click", async () => {
    const copied = await copy(field);
    state.textContent = copied ? t("Copied. Paste it into a message.") : t("The link is selected: copy it with Ctrl+C.");
  });
  if (share && "share" in navigator) {
    share.hidden = false;
    share.addEventListener("click", () => {
      navigator.share({ title: document.title, text: share.dataset.text, url: field.value }).catch(() => field.select());
    });
  }
}

/**
 * The clipboard asks for a secure address and sometimes for permission; the old way needs neither.
 * @param {HTMLInputElement} field
 */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
