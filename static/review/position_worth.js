/**
 * What a position is worth, asked of the engine once and kept.
 *
 * @import { Found } from "./judgement.js"
 * @typedef {{state: "waiting" | "running" | "done" | "failed" | "cancelled", found: Found | null, message: string}} Worth
 */

import { t } from "../i18n.js";
import { jsonHeaders } from "../try_action.js";

const NEXT = 700;
/** Positions that are kept. */
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
  }

  /** @param {any} facts */
  of(facts) {
    return this.known.get(JSON.stringify(facts)) ?? null;
  }

  /**
   * Asks, and looks again until it is done.
   * @param {any} facts
   */
  async ask(facts) {
    const key = JSON.stringify(facts);
    const worth = await this.request(facts);
    if (this.known.size >= MOST) this.known.clear();
    this.known.set(key, worth);
    if (!worth.message && (worth.state === "waiting" || worth.state === "running")) setTimeout(() => this.ask(facts), NEXT);
    this.changed();
  }

  /**
   * @param {any} facts
   * @returns {Promise<Worth>}
   */
  async request(facts) {
    try {
      const body = JSON.stringify({ game: this.game, facts });
      const response = await fetch(this.url, { method: "POST", headers: jsonHeaders(), body });
      const { state = "failed", found = null, message = "" } = await response.json();
      const failed = state === "failed" || state === "cancelled";
      return { state, found, message: message || (failed ? t("The analysis failed. Try again.") : "") };
    } catch {
      return { state: "failed", found: null, message: t("No connection. Try again.") };
    }
  }
}
