/**
 * Prompt that tells the players of a rated match, as soon as that is known, that it doesn't count. They close it, in this tab for good.
 *
 * @import { LiveMatch } from "../state/live_match.js"
 * @import { Prompt } from "./prompts.js"
 */

import { t } from "../../i18n.js";

export class UncountedPrompt {
  /**
   * @param {LiveMatch} live
   * @param {string} why the sentence of the server
   * @param {() => void} changed
   */
  constructor(live, why, changed) {
    this.live = live;
    this.why = why;
    this.changed = changed;
    this.key = `uncounted ${live.match.id}`;
    this.closed = wasClosed(this.key);
  }

  /** @returns {Prompt[]} */
  prompts() {
    if (this.closed || !this.live.playing) return [];
    return [{ key: this.key, text: this.why, actions: [{ label: t("OK"), go: () => this.close() }] }];
  }

  close() {
    this.closed = true;
    try {
      sessionStorage.setItem(this.key, "closed");
    } catch {
      // Without storage it comes again after a reload.
    }
    this.changed();
  }
}

/** @param {string} key */
function wasClosed(key) {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
