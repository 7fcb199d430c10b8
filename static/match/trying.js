/**
 * Asks the server what the rules say to an action, on facts of the page's choice. Nothing is recorded.
 *
 * @typedef {{refused?: {code: string, args: object, message: string}}} Verdict
 */

/**
 * @param {string} url
 * @param {{game: string, facts: any, role: string, action: string}} question
 * @returns {Promise<Verdict | null>} null if the server could not be asked
 */
export async function attempt(url, question) {
  const token = document.querySelector("meta[name=csrf-token]")?.getAttribute("content") ?? "";
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  try {
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(question) });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
