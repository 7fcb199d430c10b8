/**
 * The moves that the reader has tried in this match, as the server keeps them for their player alone. Until the server has a change,
 * the tab has it, so a lost connection loses nothing; for readers whom the site doesn't know, it stays there.
 *
 * @import { VariationTree } from "../analysis/review/variation_tree.js"
 */

import { getJson, HttpError, postJson } from "../http.js";

/** Time in ms after the last change until it is sent, and until a failed attempt is repeated. */
const REST = 700;
const AGAIN = 5000;
/** Statuses of failures that pass by themselves. */
const PASSING = [0, 408, 429, 500, 502, 503, 504];

export class KeptMoves {
  /**
   * @param {string} url of the variations
   * @param {string} match its id
   * @param {VariationTree} tree
   * @param {(action: string) => boolean} continues
   */
  constructor(url, match, tree, continues) {
    this.url = url;
    this.key = `variations ${match}`;
    this.tree = tree;
    this.continues = continues;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    this.sending = false;
    /** Whether the site stores what this reader tries. */
    this.kept = false;
  }

  /**
   * Reads what was tried before. What only the tab has is sent.
   * @param {() => void} changed
   */
  start(changed) {
    const unsent = this.unsent();
    if (unsent) this.tree.merge(unsent, this.continues);
    window.addEventListener("online", () => this.send());
    this.load(changed);
  }

  /** @param {() => void} changed */
  async load(changed) {
    try {
      const { moves, kept } = await getJson(this.url);
      this.tree.merge(moves, this.continues);
      this.kept = kept;
    } catch {
      setTimeout(() => this.load(changed), AGAIN);
      return;
    }
    this.send();
    changed();
  }

  /** Keeps the tree, which has changed. */
  keep() {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.tree.moves));
    } catch {
      // The browser stores nothing: the page keeps it in memory.
    }
    this.rest(REST);
  }

  /** @param {number} delay in ms */
  rest(delay) {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.send(), delay);
  }

  async send() {
    if (this.sending || !this.kept || !this.unsent()) return;
    this.sending = true;
    const { moves } = this.tree;
    try {
      await postJson(this.url, { moves });
      if (JSON.stringify(moves) === JSON.stringify(this.tree.moves)) sessionStorage.removeItem(this.key);
      else this.rest(REST);
    } catch (error) {
      if (error instanceof HttpError && PASSING.includes(error.status)) this.rest(error.retryMs || AGAIN);
    }
    this.sending = false;
  }

  /** What only the tab has; null if the server has everything. */
  unsent() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? "null");
    } catch {
      return null;
    }
  }
}
