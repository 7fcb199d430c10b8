/**
 * Analysis of a finished match: requested, followed while the engine works, cancelled. Decisions come from the last one
 * backwards.
 *
 * @import { Reason } from "../reason_words.js"
 * @import { Grade } from "./grades.js"
 * @import { Found } from "./judgement.js"
 * @typedef {"none" | "waiting" | "running" | "done" | "failed" | "cancelled"} JobState
 *
 * @typedef {Object} Decision   a decision of the match
 * @property {number} seq    of its event
 * @property {number} ply    number of its last ply
 * @property {string} role
 * @property {string} action
 * @property {Found | null} found   the analysis of the position in which it was taken
 * @property {"" | "closed" | "in_play"} why   reason for a missing analysis: a secret choice, or somebody is playing that position now
 * @property {Grade | ""} grade   of the mistake that it was
 * @property {Reason[]} [reasons]   why it was one: what it brought about, and what is better
 *
 * @typedef {Object} PlayerSummary   of the decisions of one player
 * @property {number | null} accuracy   in percent; null if the outcome was never at stake
 * @property {number} at_stake   decisions that the accuracy is about
 * @property {number} turning
 * @property {number} margin
 * @property {number} estimated
 * @property {number} lost   the proved loss
 *
 * @typedef {Record<string, PlayerSummary>} Summaries   by role
 *
 * @typedef {Object} Progress   as the server sends it
 * @property {JobState} state
 * @property {number} [done]
 * @property {number} [of]
 * @property {number} [before]   jobs that come first
 * @property {boolean} [mine]    nobody else has requested it, so this browser may cancel
 * @property {Summaries | null} [summary]   once the analysis is over
 * @property {Decision[]} [decisions]   new ones only
 * @property {number | null} [least_mistake]   minimum estimated loss that is marked; null if none is in this game
 */

import { getJson, HttpError, postJson } from "../../http.js";
import { t } from "../../i18n.js";

/** Time in ms between two checks of the progress: before its first judgement, and afterwards. */
const FIRST_CHECK_MS = 300;
const CHECK_MS = 1000;
/** Time in ms after a failure. */
const RETRY_MS = 5000;
const OUT_OF_REACH = t("No connection. Try again.");

export class Analysis {
  /**
   * @param {string} url
   * @param {() => void} changed
   */
  constructor(url, changed) {
    this.url = url;
    this.changed = changed;
    /** @type {Progress} */
    this.progress = { state: "none" };
    /** @type {Decision[]} in the order of the match */
    this.decisions = [];
    /** @type {Map<number, Decision>} */
    this.bySeq = new Map();
    /** Whether the server has answered at all. */
    this.answered = false;
    /** Reason why the last request was refused. */
    this.refusal = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.next = undefined;
  }

  get working() {
    return this.progress.state === "waiting" || this.progress.state === "running";
  }

  /** Decisions with an analysis of their position. */
  get judged() {
    return this.decisions.filter(({ found }) => found);
  }

  /**
   * Shows an analysis that somebody has already requested.
   * @param {boolean} wanted whether to request one if nobody has
   */
  async open(wanted) {
    await this.look();
    if (wanted && this.progress.state === "none" && !this.refusal) await this.ask();
  }

  look() {
    return this.request("GET", `${this.url}?known=${this.decisions.length}`);
  }

  ask() {
    this.forget();
    return this.request("POST", this.url);
  }

  cancel() {
    return this.request("POST", `${this.url}/cancel`);
  }

  /** Drops the results, since a newly requested review starts from the end. */
  forget() {
    this.decisions = [];
    this.bySeq.clear();
  }

  /**
   * @param {"GET" | "POST"} method
   * @param {string} url
   */
  async request(method, url) {
    clearTimeout(this.next);
    try {
      this.take(await (method === "POST" ? postJson(url) : getJson(url)));
    } catch (error) {
      this.fail(/** @type {HttpError} */ (error), method);
    }
    this.answered = true;
    this.changed();
  }

  /**
   * @param {HttpError} error with the reason if the server refuses, without one if it is out of reach
   * @param {"GET" | "POST"} method
   */
  fail({ message, retryMs }, method) {
    if (message || method === "POST") this.refusal = message || OUT_OF_REACH;
    if (retryMs) this.next = setTimeout(() => this.retry(), retryMs);
    else if (!message && this.working) this.next = setTimeout(() => this.look(), RETRY_MS);
  }

  /** @param {Progress} answer */
  take(answer) {
    this.refusal = "";
    const { decisions = [], ...progress } = answer;
    // The server drops a job when no page asks for a while, as when this one slept.
    const dropped = this.working && progress.state === "none";
    this.progress = progress;
    const fresh = decisions.filter(({ seq }) => !this.bySeq.has(seq));
    this.decisions = [...fresh, ...this.decisions];
    for (const decision of fresh) this.bySeq.set(decision.seq, decision);
    if (this.working) this.next = setTimeout(() => this.look(), this.judged.length ? CHECK_MS : FIRST_CHECK_MS);
    else if (dropped) this.next = setTimeout(() => this.ask(), CHECK_MS);
  }

  /** Resends a request after the time that the server asked for. */
  retry() {
    return this.working ? this.look() : this.ask();
  }
}
