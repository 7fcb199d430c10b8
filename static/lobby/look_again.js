/**
 * Waiting rated offer: checks now and then whether somebody has become near enough in rating.
 */

import { jsonHeaders } from "../try_action.js";

const EVERY = 20_000;

/**
 * @param {string} address of the question
 * @param {string} match id of the offer
 * @param {(address: string) => void} found called once, with the address of the match
 * @returns {() => Promise<void>} waits for an answer under way: finding somebody ends the offer, and the socket may tell that first
 */
export function lookAgain(address, match, found) {
  let looking = Promise.resolve();
  const timer = setInterval(() => (looking = look()), EVERY);
  async function look() {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "X-CSRFToken": jsonHeaders()["X-CSRFToken"] },
      body: new URLSearchParams({ match }),
    }).catch(() => null);
    if (answer?.status !== 200) return;
    clearInterval(timer);
    found((await answer.json()).match);
  }
  return () => looking;
}
