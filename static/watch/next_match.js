/**
 * Followed player of this tab, and the card that offers their next match and opens it by itself unless the viewer
 * stays.
 *
 * @typedef {{player: string, name: string}} Followed   player: their public id
 *
 * @typedef {Object} NextMatchEffects
 * @property {(match: string) => string} addressOf
 * @property {() => boolean} free   may the page be left? Not while somebody looks at something on it
 */

import { t, tn } from "../i18n.js";
import { make, setText } from "../match/dom.js";

const KEY = "following";
/** Kept here if the browser stores nothing, as long as the page is open. @type {Followed | null} */
let here = null;

/** @returns {Followed | null} */
export function following() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return here;
  }
}

/** @param {Followed | null} followed null: nobody any more */
export function setFollowing(followed) {
  here = followed;
  try {
    if (followed) sessionStorage.setItem(KEY, JSON.stringify(followed));
    else sessionStorage.removeItem(KEY);
  } catch {
    // The browser stores nothing: the page keeps it in memory.
  }
}

const PATIENCE = 10;

export class NextMatch {
  /** @param {NextMatchEffects} ways */
  constructor(ways) {
    this.ways = ways;
    /** Matches that the viewer would rather not see. @type {Set<string>} */
    this.declined = new Set();
    this.match = "";
    this.left = PATIENCE;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.words = make("p", { role: "status" });
    this.count = make("span", { class: "next-count", "aria-hidden": "true" });
    this.open = make("a", { class: "button primary" }, t("Watch it"));
    const stay = make("button", { type: "button", class: "button" }, t("Stay here"));
    stay.addEventListener("click", () => this.decline());
    this.node = make("section", { class: "next-match", "aria-label": t("Next match") },
      this.words, make("div", { class: "actions" }, this.open, stay, this.count));
  }

  /**
   * @param {string} match
   * @param {string} name of the followed player
   */
  offer(match, name) {
    if (this.declined.has(match) || match === this.match) return;
    this.match = match;
    this.left = PATIENCE;
    this.open.setAttribute("href", this.ways.addressOf(match));
    document.body.append(this.node);
    setText(this.words, t("{name} is playing now.", { name }));
    clearInterval(this.timer);
    this.timer = setInterval(() => this.tick(), 1000);
    this.draw();
  }

  tick() {
    if (this.ways.free()) this.left -= 1;
    this.draw();
    if (this.left > 0) return;
    clearInterval(this.timer);
    location.assign(this.ways.addressOf(this.match));
  }

  draw() {
    setText(this.count, this.ways.free() ? tn("Opens in {n} s", "Opens in {n} s", Math.max(0, this.left)) : "");
  }

  decline() {
    clearInterval(this.timer);
    this.declined.add(this.match);
    this.match = "";
    this.node.remove();
  }
}
