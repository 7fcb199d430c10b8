/**
 * Announces to screen readers, from one place: what happened, then what the viewer is asked for. What comes within a moment is
 * one utterance, and during fast play only so much is said as can be listened to. Nothing is said twice.
 *
 * @import { Ply } from "../types.js"
 */

import { isHandDrop } from "../../boards/trace.js";
import { tn } from "../../i18n.js";

/** Everything within this many ms is one utterance. */
const TOGETHER = 120;
/** Least time in ms between two utterances that nobody has asked for. */
const BREATH = 1000;
/** More sentences than this are summed up. */
const MOST = 3;

export class Announcer {
  /**
   * @param {Element} region with aria-live="polite"
   * @param {(plies: Ply[]) => string[]} words what a decision says to this viewer
   */
  constructor(region, words) {
    this.region = region;
    this.words = words;
    /** @type {Ply[][]} decisions that wait to be announced */
    this.decisions = [];
    /** @type {string[]} */
    this.texts = [];
    this.hinted = "";
    /** @type {string | null} the current status; null before the first announcement */
    this.standing = null;
    this.told = "";
    this.odd = false;
    this.last = -Infinity;
    this.due = Infinity;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Announces at once: an answer to what the viewer did.
   * @param {string} text
   */
  say(text) {
    if (!text.trim() || this.texts.includes(text.trim())) return;
    this.texts.push(text.trim());
    this.within(TOGETHER);
  }

  /**
   * Announces where a choice would lead. Dropped once another is pointed at or something has happened.
   * @param {string} text
   */
  hint(text) {
    this.hinted = text;
    this.within(TOGETHER);
  }

  /**
   * Announces what happened. Shells that one role drops by hand, one after the other, are announced together.
   * @param {Ply[]} plies a decision, or a part of it; without a number it is only predicted, and announced once it is stored
   */
  tell(plies) {
    if (!plies[0]?.n || this.decisions.flat().some(({ n }) => n === plies[0].n)) return;
    this.hinted = "";
    const sowing = isShell(plies) && this.decisions.findLast((one) => !isShell(one) || one[0].role === plies[0].role);
    if (sowing && isShell(sowing)) sowing.push(...plies);
    else this.decisions.push([...plies]);
    this.whenCalm();
  }

  /**
   * Announces whose turn it is and what is asked for, when that has changed. What held when the page was opened is there
   * to read.
   * @param {string} text
   */
  stand(text) {
    if (this.standing === null) this.told = text;
    this.standing = text;
    if (text !== this.told) this.whenCalm();
  }

  whenCalm() {
    this.within(Math.max(TOGETHER, this.last + BREATH - Date.now()));
  }

  /** @param {number} ms */
  within(ms) {
    const due = Date.now() + ms;
    if (due >= this.due) return;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(() => this.flush(), ms);
  }

  flush() {
    const standing = this.standing ?? "";
    const turn = standing === this.told ? [] : [standing];
    const text = [...this.happened(), ...this.texts, ...turn, this.hinted].filter(Boolean).join(" ");
    // An answer alone does not delay the next news.
    if (this.decisions.length || turn.length) this.last = Date.now();
    this.told = standing;
    [this.decisions, this.texts, this.hinted, this.due] = [[], [], "", Infinity];
    if (!text) return;
    // An additional space makes a live region announce the same words again.
    this.odd = !this.odd;
    this.region.textContent = text + (this.odd ? "\u00a0" : "");
  }

  happened() {
    const all = this.decisions.flatMap((plies) => this.words(plies));
    const left = all.length - MOST;
    if (left <= 1) return all;
    return [tn("{n} earlier turn.", "{n} earlier turns.", left), ...all.slice(left)];
  }
}

/**
 * Drops the result from a decision: who has won is announced with the result panel.
 * @param {Ply[]} plies
 * @returns {Ply[]}
 */
export function untilTheEnd(plies) {
  return plies.map((ply) => ({ ...ply, trace: ply.trace.filter((step) => step.do !== "over") }));
}

/**
 * One shell dropped by hand, or several.
 * @param {Ply[]} plies
 */
function isShell(plies) {
  return plies.every(isHandDrop);
}
