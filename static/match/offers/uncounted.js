/**
 * Prompt that tells the players of a rated match, as soon as that is known, that it doesn't count. They close it, in this tab for good.
 *
 * @import { MatchController } from "../match_controller.js"
 * @import { Prompt } from "./prompts.js"
 */

import { t } from "../../i18n.js";

export class UncountedPrompt {
  /**
   * @param {MatchController} controller
   * @param {string} why the sentence of the server
   */
  constructor(controller, why) {
    this.controller = controller;
    this.live = controller.state;
    this.why = why;
    this.key = `uncounted ${this.live.match.id}`;
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
    this.controller.changed();
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
