/**
 * The viewer's own waiting matches, while they play the computer: the page keeps their offers standing, and tells when somebody
 * has come to one.
 *
 * @import { MatchController } from "../match_controller.js"
 * @import { Prompt } from "./prompts.js"
 */

import { callBack } from "../../lobby/maker_call.js";
import { watchWaitingMatch } from "../../lobby/waiting_match.js";
import { t } from "../../i18n.js";

export class OwnOffers {
  /**
   * @param {Pick<MatchController, "addressOf" | "changed">} controller
   * @param {string[]} matches ids of those that wait
   */
  constructor(controller, matches) {
    this.controller = controller;
    this.matches = matches;
    /** @type {Map<string, string>} names of those who have come, by match */
    this.guests = new Map();
  }

  start() {
    for (const match of this.matches) {
      const connection = watchWaitingMatch(`/ws${this.controller.addressOf(match)}`, (status, name) => {
        connection.stop();
        if (status === "playing") this.came(match, name);
      });
    }
  }

  /**
   * @param {string} match
   * @param {string} name
   */
  came(match, name) {
    if (this.guests.has(match)) return;
    this.guests.set(match, name);
    callBack(t("{name} is there", { name }));
    this.controller.changed();
  }

  /** @returns {Prompt[]} */
  prompts() {
    return [...this.guests].map(([match, name]) => ({
      key: `guest ${match}`,
      text: t("{name} is there: your match has begun.", { name }),
      actions: [{ label: t("Go to your match"), primary: true, go: () => window.location.assign(this.controller.addressOf(match)) }],
    }));
  }
}
