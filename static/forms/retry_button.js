/** Button that sends a form again when it is time. */

import { t } from "../i18n.js";
import { sendOnce } from "./submit_once.js";

const button = /** @type {HTMLButtonElement} */ (document.querySelector("[data-after]"));
const words = button.textContent ?? "";
const due = Date.now() + 1000 * Number(button.dataset.after);

function count() {
  const left = Math.ceil((due - Date.now()) / 1000);
  button.disabled = left > 0;
  button.textContent = left > 0 ? t("{words} in {n} s", { words, n: left }) : words;
  if (left <= 0) clearInterval(timer);
}

const timer = setInterval(count, 250);
sendOnce();
// After the listener of sendOnce, which enables the buttons when the page is restored.
addEventListener("pageshow", count);
count();
