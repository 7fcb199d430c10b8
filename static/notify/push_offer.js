/**
 * Prompt in a match by days, once the player has moved: the other one may take days. It is shown until they decide, once a browser.
 *
 * @import { MatchController } from "../match/match_controller.js"
 * @import { Prompt } from "../match/offers/prompts.js"
 */

import { preference } from "../preferences.js";
import { t } from "../i18n.js";
import { switchOn } from "./notifications.js";
import { isPossible, subscribe } from "./push.js";

const DECIDED = "push-decided";

export class PushOffer {
  /** @param {MatchController} controller */
  constructor(controller) {
    this.controller = controller;
    this.live = controller.state;
    this.decided = wasDecided();
  }

  /** @returns {Prompt[]} */
  prompts() {
    const { live } = this;
    if (this.decided || !live.playing || live.you.length !== 1 || live.myTurns.length) return [];
    return [{
      key: "push",
      text: t("Notify you of your turn?"),
      actions: [
        { label: t("Notify me"), primary: true, go: () => this.accept() },
        { label: t("Not now"), go: () => this.close() },
      ],
    }];
  }

  async accept() {
    this.close();
    if ((await switchOn()) === "on") await subscribe().catch(() => {});
  }

  close() {
    this.decided = true;
    try {
      localStorage.setItem(DECIDED, "yes");
    } catch {
      // Without storage it comes again after a reload.
    }
    this.controller.changed();
  }
}

function wasDecided() {
  try {
    return !isPossible() || Notification.permission === "denied" || preference("push") === "on" || localStorage.getItem(DECIDED) !== null;
  } catch {
    return true;
  }
}
