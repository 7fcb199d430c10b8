/** The host's page while a backup is being made: it asks until that is done, then loads the page again. */

import { getJson } from "../http.js";

/** Time in ms between two questions. */
const PAUSE = 2000;

const told = document.querySelector("[data-backup]");

/** @param {string} address */
async function ask(address) {
  const state = await getJson(address).catch(() => ({ running: true }));
  if (state.running) setTimeout(() => void ask(address), PAUSE);
  else location.reload();
}

if (told instanceof HTMLElement && told.dataset.backup) void ask(told.dataset.backup);
