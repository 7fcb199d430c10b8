/**
 * The engine's value of a position, requested once and cached.
 *
 * @import { HttpError } from "../../http.js"
 * @import { Worth } from "./judgement.js"
 */

import { postJson } from "../../http.js";
import { t } from "../../i18n.js";

/** Time in ms between two checks whether the analysis is done. */
const CHECK_MS = 700;
/** Time in ms after which a short analysis is requested again, to continue once others are done. */
const CONTINUE_MS = 5000;
const MAX_CACHED_POSITIONS = 200;

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
    if (this.known.size >= MAX_CACHED_POSITIONS) this.known.clear();
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
      return { state, found, short, message: failed ? t("The analysis failed. Try again.") : "", again: working ? CHECK_MS : short ? CONTINUE_MS : 0 };
    } catch (error) {
      const { message, retryMs } = /** @type {HttpError} */ (error);
      return { state: "failed", found: null, short: false, message: message || t("No connection. Try again."), again: retryMs };
    }
  }
}
