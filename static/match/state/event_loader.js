/**
 * Loads pages of the event log when something in the past is needed, each page once.
 *
 * @import { Frame } from "../types.js"
 * @typedef {(query: string) => Promise<{events: Frame[]}>} FetchPage
 */

import { PAGE } from "../../protocol.js";
import { EventLog } from "./event_log.js";

export class EventLoader {
  /**
   * @param {EventLog} log
   * @param {FetchPage} fetchPage answers "" (newest), "?before=201" or "?ply=12"
   */
  constructor(log, fetchPage) {
    this.log = log;
    this.fetchPage = fetchPage;
    /** @type {Map<string, Promise<void>>} */
    this.underway = new Map();
  }

  /** Loads the newest page. */
  newest() {
    return this.load("");
  }

  /**
   * Loads an event, with those before it.
   * @param {number} seq
   */
  async before(seq) {
    if (seq >= 1 && !this.log.frames.has(seq)) await this.load(`?before=${seq + 1}`);
  }

  /**
   * Loads an event, with those after it.
   * @param {number} seq
   */
  async after(seq) {
    if (seq > this.log.head || this.log.frames.has(seq)) return;
    await this.load(`?before=${Math.min(seq + PAGE, this.log.head + 1)}`);
  }

  /**
   * Loads the decision of a ply, and the position that it was made in. Ply 0 is the start.
   * @param {number} ply
   */
  async ply(ply) {
    const { log } = this;
    if (ply === 0) {
      if (!log.positionAt(0)) await this.after(1);
      return;
    }
    if (!log.decision(ply)) await this.load(`?ply=${ply}`);
    const sealed = log.standing.get(ply);
    if (!log.decision(ply) && sealed) await this.after(sealed.seq + 1);
    const decision = log.decision(ply);
    if (decision) await this.before(decision.seq - 1);
  }

  /**
   * Whether everything about a ply is loaded.
   * @param {number} ply
   */
  has(ply) {
    const { log } = this;
    if (log.positionAt(ply) && (ply === 0 || log.decision(ply))) return true;
    const decision = log.decision(ply);
    return decision !== null && log.frames.has(decision.seq - 1);
  }

  /**
   * @param {string} query
   * @returns {Promise<void>}
   */
  load(query) {
    const known = this.underway.get(query);
    if (known) return known;
    const promise = this.fetchPage(query)
      .then(({ events }) => {
        this.log.receive(events.filter(({ seq }) => seq <= this.log.head));
      })
      .finally(() => this.underway.delete(query));
    this.underway.set(query, promise);
    return promise;
  }
}
