/**
 * Questions to the explorer: what was played from a position. Answers are cached for a while.
 *
 * @import { Found, Value } from "../analysis/review/judgement.js"
 *
 * @typedef {{action: string, games: number, won: number, drawn: number, lost: number, value: Value | null}} ExploredMove   won: by the role that moved
 * @typedef {{id: string, ply: number, players: Record<string, string>, winner: string | null, band: string, ended: number}} NamedMatch
 *
 * @typedef {Object} Explored
 * @property {string} key       of the position, for a search of matches; empty if it has none
 * @property {number} games
 * @property {ExploredMove[]} moves
 * @property {NamedMatch[]} newest
 * @property {NamedMatch[]} strongest
 * @property {Pick<Found, "role" | "scope" | "unit"> & {value: Value | null} | null} proof
 *
 * @typedef {{rules: string, band: string, mine: boolean}} Filters
 */

import { HttpError, postJson } from "../http.js";
import { t } from "../i18n.js";

/** Time in ms for which an answer is kept: the index follows the matches, and what may be told changes. */
const KEPT_MS = 60_000;
const MAX_KEPT = 200;

export class Questions {
  /**
   * @param {string} url
   * @param {string} game
   * @param {string} match public id of the finished match that is reviewed; empty elsewhere
   */
  constructor(url, game, match) {
    this.url = url;
    this.about = { game, ...(match && { match }) };
    /** @type {Map<string, {at: number, answer: Explored}>} */
    this.known = new Map();
  }

  /**
   * @param {any} facts
   * @param {Filters} filters
   * @returns {Promise<Explored | string>} or why there is no answer
   */
  async ask(facts, filters) {
    const body = { ...this.about, facts, filters };
    const key = JSON.stringify(body);
    const known = this.known.get(key);
    if (known && performance.now() - known.at < KEPT_MS) return known.answer;
    try {
      const answer = await postJson(this.url, body);
      if (this.known.size >= MAX_KEPT) this.known.clear();
      this.known.set(key, { at: performance.now(), answer });
      return answer;
    } catch (error) {
      return /** @type {HttpError} */ (error).message || t("No connection. Try again.");
    }
  }
}
