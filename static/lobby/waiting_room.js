/** Page of a waiting match: for its creator the waiting room with the link to share, for others the invitation. */

import { postForm } from "../http.js";
import { t, tn } from "../i18n.js";
import { preference } from "../preferences.js";
import { showLocalTimes } from "../local_time.js";
import { offerLink } from "./link.js";
import { callMaker } from "./maker_call.js";
import { PracticeBoard } from "./practice_board.js";
import { sendOnce } from "../forms/submit_once.js";
import { watchWaitingMatch } from "./waiting_match.js";

/** Time in ms between two tries to pair a rated offer. */
const PAIRING_INTERVAL_MS = 20_000;

/**
 * Checks at intervals whether somebody has become near enough in rating to a rated offer.
 * @param {string} address of the question
 * @param {string} match id of the offer
 * @param {(address: string) => void} found called once, with the address of the match
 * @returns {() => Promise<void>} waits for an answer under way: pairing ends the offer, and the socket may report that first
 */
function repeatPairing(address, match, found) {
  let looking = Promise.resolve();
  const timer = setInterval(() => (looking = look()), PAIRING_INTERVAL_MS);
  async function look() {
    const answer = await postForm(address, new URLSearchParams({ match })).catch(() => null);
    if (!answer) return;
    clearInterval(timer);
    found(answer.match);
  }
  return () => looking;
}

const lobby = /** @type {HTMLElement} */ (document.getElementById("lobby"));
const share = /** @type {HTMLElement | null} */ (document.querySelector(".share"));

// A submitted form leads on by itself. The socket tells of it before its answer is here; leaving then would lose the answer,
// and with it the cookie of a player who has just joined.
let sent = false;
addEventListener("submit", ({ target }) => (sent ||= target instanceof HTMLFormElement && target.method !== "dialog"));
addEventListener("pageshow", ({ persisted }) => (sent &&= !persisted));

// The page's own address may be that of a submitted form, which must not be loaded again.
const open = () => sent || location.replace(lobby.dataset.here ?? "/");

const offered = document.getElementById("offered");
let called = false;

const answered = offered?.dataset.again
  ? repeatPairing(offered.dataset.again, lobby.dataset.match ?? "", (match) => {
    sent = true;
    location.replace(match);
  })
  : () => Promise.resolve();

/** @param {string} status */
async function changed(status) {
  if (status !== "playing") await answered();
  if (called) return;
  const begun = status === "playing" && !sent;
  called = offered !== null && begun;
  if (called && offered) callMaker(offered, open);
  // Another page would stop what is being fetched.
  if (begun) await tellMaker();
  if (!called) open();
}

/** Notifies a person who has enabled notifications and looks elsewhere. */
async function tellMaker() {
  if (!document.hidden || preference("notifications") !== "on") return;
  const words = offered ? t("Somebody has taken your offer") : t("Your match has begun");
  const news = { about: `begun ${lobby.dataset.here}`, since: Date.now(), words, more: document.title };
  await import("../notify/notifications.js").then(({ notify }) => notify(news), () => {});
}

/** @param {number} n */
function lookedAt(n) {
  const line = document.getElementById("looked-at");
  if (!line) return;
  const text = n ? tn("Somebody has your invitation open.", "{n} people have your invitation open.", n) : "";
  if (line.textContent !== text) line.textContent = text;
}

showLocalTimes();
if (share) offerLink(share);
sendOnce();
watchWaitingMatch(lobby.dataset.socket ?? "", changed, lookedAt);
setTimeout(open, Number(lobby.dataset.left) + 1000);
new PracticeBoard(/** @type {HTMLElement} */ (lobby.querySelector(".trial")));
