/**
 * Waiting rated offer: checks now and then whether somebody has become near enough in rating.
 */

import { postForm } from "../http.js";

const EVERY = 20_000;

/**
 * @param {string} address of the question
 * @param {string} match id of the offer
 * @param {(address: string) => void} found called once, with the address of the match
 * @returns {() => Promise<void>} waits for an answer under way: finding somebody ends the offer, and the socket may tell that first
 */
export function repeatPairing(address, match, found) {
  let looking = Promise.resolve();
  const timer = setInterval(() => (looking = look()), EVERY);
  async function look() {
    const answer = await postForm(address, new URLSearchParams({ match })).catch(() => null);
    if (!answer) return;
    clearInterval(timer);
    found(answer.match);
  }
  return () => looking;
}
