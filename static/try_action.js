/**
 * Asks the server for the effect of an action on given facts. Nothing is recorded.
 *
 * @import { Ply, Position } from "./boards/types.js"
 * @typedef {{game: string, facts: any, role: string, action: string}} Question
 * @typedef {{plies: Ply[], position: Position} | {message: string | null}} Answer
 *   the effect, or the sentence why there is none; null if the rules were not asked
 */

/**
 * @param {string} url
 * @param {Question} question
 * @returns {Promise<Answer>}
 */
export async function tryAction(url, question) {
  try {
    const response = await fetch(url, { method: "POST", headers: jsonHeaders(), body: JSON.stringify(question) });
    return read(response.status, await response.json(), question);
  } catch {
    return { message: null };
  }
}

/** Headers of a request with JSON, with the token against cross-site requests. */
export function jsonHeaders() {
  const token = document.querySelector("meta[name=csrf-token]");
  return { "Content-Type": "application/json", "X-CSRFToken": token?.getAttribute("content") ?? "" };
}

/**
 * @param {number} status
 * @param {any} body
 * @param {Question} question
 * @returns {Answer}
 */
function read(status, body, { role, action }) {
  // A malformed question is a fault of this page, and has no message for people.
  if (status === 400) return { message: null };
  if (body.refused) return { message: body.refused.message };
  if (body.message) return { message: body.message };
  const { facts, to_move, legal, ways, trace, forced } = body;
  return { plies: [{ role, action, trace }, ...forced], position: { facts, to_move, legal, ways } };
}
