/**
 * Asks the server what an action leads to, on facts of the page's choice. Nothing is recorded.
 *
 * @typedef {import("../boards/types.js").Ply} Ply
 * @typedef {import("../boards/types.js").Position} Position
 * @typedef {{game: string, facts: any, role: string, action: string}} Question
 * @typedef {{plies: Ply[], position: Position} | {message: string}} Answer   the message says why nothing follows
 */

import { t } from "../text.js";

/**
 * @param {string} url
 * @param {Question} question
 * @returns {Promise<Answer>}
 */
export async function attempt(url, question) {
  try {
    const response = await fetch(url, { method: "POST", headers: headers(), body: JSON.stringify(question) });
    return read(await response.json(), question);
  } catch {
    return { message: t("No answer from the server. Try again in a moment.") };
  }
}

function headers() {
  const token = document.querySelector("meta[name=csrf-token]");
  return { "Content-Type": "application/json", "X-CSRFToken": token?.getAttribute("content") ?? "" };
}

/**
 * @param {any} body
 * @param {Question} question
 * @returns {Answer}
 */
function read(body, { role, action }) {
  if (body.refused) return { message: body.refused.message };
  if (body.message) return { message: body.message };
  const { facts, to_move, legal, trace, forced } = body;
  return { plies: [{ role, action, trace }, ...forced], position: { facts, to_move, legal } };
}
