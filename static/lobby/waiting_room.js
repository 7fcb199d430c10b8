/** The page of a match that waits: for its maker the waiting room, for a stranger the invitation. */

import { tn } from "../i18n.js";
import { offerLink } from "./share_link.js";
import { watchWaitingMatch } from "./waiting_socket.js";
import { sendOnce } from "./submit_once.js";
import { PracticeBoard } from "./practice_board.js";

const lobby = /** @type {HTMLElement} */ (document.getElementById("lobby"));
const share = /** @type {HTMLElement | null} */ (document.querySelector(".share"));

// A form on its way leads on by itself. The bell rings before its answer is here, and to leave then would lose the
// answer, and with it the cookie of somebody who has just sat down.
let sent = false;
addEventListener("submit", ({ target }) => (sent ||= target instanceof HTMLFormElement && target.method !== "dialog"));
addEventListener("pageshow", ({ persisted }) => (sent &&= !persisted));

// The address of the page itself may be the form's that was sent: never load that again.
const open = () => sent || location.replace(lobby.dataset.here ?? "/");

/** @param {number} n */
function lookedAt(n) {
  const line = document.getElementById("looked-at");
  if (!line) return;
  const text = n ? tn("Somebody has your invitation open.", "{n} people have your invitation open.", n) : "";
  if (line.textContent !== text) line.textContent = text;
}

for (const time of document.querySelectorAll("time[data-local]")) {
  const at = new Date(time.getAttribute("datetime") ?? "");
  time.textContent = at.toLocaleString(document.documentElement.lang, {
    weekday: "long",
    hour: "numeric",
    minute: "2-digit",
  });
}

if (share) offerLink(share);
sendOnce();
watchWaitingMatch(lobby.dataset.socket ?? "", open, lookedAt);
setTimeout(open, Number(lobby.dataset.left) + 1000);
new PracticeBoard(/** @type {HTMLElement} */ (lobby.querySelector(".trial")));
