/**
 * Asks the server for the effect of an action on given facts. Nothing is recorded.
 *
 * @import { Ply, Position } from "./boards/types.js"
 * @typedef {{game: string, facts: any, role: string, action: string}} Question
 * @typedef {{plies: Ply[], position: Position} | {message: string | null}} Answer
 *   the effect, or the sentence why there is none; null if the rules were not asked
 */

import { HttpError, postJson } from "./http.js";

/**
 * @param {string} url
 * @param {Question} question
 * @returns {Promise<Answer>}
 */
export async function tryAction(url, question) {
  try {
    return read(await postJson(url, question), question);
  } catch (error) {
    // A malformed question is a fault of this page, and has no message for people.
    const told = error instanceof HttpError && error.status !== 400;
    return { message: (told && error.message) || null };
  }
}

/**
 * @param {any} body
 * @param {Question} question
 * @returns {Answer}
 */
function read(body, { role, action }) {
  if (body.refused) return { message: body.refused.message };
  const { facts, to_move, legal, ways, trace, forced } = body;
  return { plies: [{ role, action, trace }, ...forced], position: { facts, to_move, legal, ways } };
}
