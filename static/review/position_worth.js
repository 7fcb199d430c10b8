/**
 * Value of a position, requested from the engine once and cached.
 *
 * @import { Found } from "./judgement.js"
 * @typedef {Object} Worth
 * @property {"waiting" | "running" | "done" | "failed" | "cancelled"} state
 * @property {Found | null} found
 * @property {boolean} short   the search was cut short because others were waiting; on another request, the engine continues when they are done
 * @property {string} message  reason why there is nothing
 * @property {number} again    time in ms after which to ask again; 0 if there is no need
 */

import { HttpError, postJson } from "../http.js";
import { t } from "../i18n.js";

/** Time in ms between two checks whether it is done, and whether others are, so that a short analysis can continue. */
const NEXT = 700;
const LATER = 5000;
/** Number of cached positions. */
const MOST = 200;

export class PositionWorth {
  /**
   * @param {string} url
   * @param {string} game
   * @param {() => void} changed
   */
  constructor(url, game, changed) {
    this.url = url;
    this.game = game;
    this.changed = changed;
    /** @type {Map<string, Worth>} by facts */
    this.known = new Map();
    /** @type {Map<string, ReturnType<typeof setTimeout>>} next checks by facts */
    this.looks = new Map();
  }

  /** @param {any} facts */
  worthOf(facts) {
    return this.known.get(JSON.stringify(facts)) ?? null;
  }

  /**
   * Requests the value, and checks again until it is done.
   * @param {any} facts
   */
  async ask(facts) {
    const key = JSON.stringify(facts);
    clearTimeout(this.looks.get(key));
    const worth = await this.request(facts);
    if (this.known.size >= MOST) this.known.clear();
    this.known.set(key, worth);
    clearTimeout(this.looks.get(key));
    if (worth.again) this.looks.set(key, setTimeout(() => this.ask(facts), worth.again));
    else this.looks.delete(key);
    this.changed();
  }

  /**
   * @param {any} facts
   * @returns {Promise<Worth>}
   */
  async request(facts) {
    try {
      const { state, found = null, short = false } = await postJson(this.url, { game: this.game, facts });
      const working = state === "waiting" || state === "running";
      const failed = state === "failed" || state === "cancelled";
      return { state, found, short, message: failed ? t("The analysis failed. Try again.") : "", again: working ? NEXT : short ? LATER : 0 };
    } catch (error) {
      const { message, retryMs } = /** @type {HttpError} */ (error);
      return { state: "failed", found: null, short: false, message: message || t("No connection. Try again."), again: retryMs };
    }
  }
}
