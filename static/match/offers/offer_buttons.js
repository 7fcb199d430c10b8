/**
 * Buttons for what the players agree on: a draw, a move taken back, time given, an aborted match. They are in the bar, or in the
 * menu "More" of a narrow window: see controls/more_menu.js.
 *
 * @import { MatchController } from "../match_controller.js"
 * @import { Prompt } from "./prompts.js"
 */

import { gameOf } from "../../boards/games.js";
import { t } from "../../i18n.js";
import { byId, setText, visible } from "../dom.js";
import { lastDecision } from "./offers.js";

/** Nobody is given more time than this. */
const ENOUGH = 2 * 60 * 60 * 1000;

export class OfferButtons {
  /** @param {MatchController} controller */
  constructor(controller) {
    this.controller = controller;
    this.live = controller.state;
    this.unseal = byId("unseal", HTMLButtonElement);
    const button = (/** @type {string} */ name) => byId(`offer-${name}`, HTMLButtonElement);
    this.buttons = { draw: button("draw"), takeback: button("takeback"), time: button("time"), abort: button("abort") };
    /** Question that is open: what ends the match at once needs an answer. @type {"abort" | "draw" | null} */
    this.question = null;
    /** Whether both sides have acted: then the match can't be aborted any more. */
    this.settled = false;
  }

  start() {
    const { abort, draw, takeback, time } = this.buttons;
    abort.addEventListener("click", () => this.ask("abort"));
    draw.addEventListener("click", () => (this.alone ? this.ask("draw") : this.controller.send({ kind: "offer", what: "draw" })));
    takeback.addEventListener("click", () => this.controller.send({ kind: "offer", what: "takeback" }));
    time.addEventListener("click", () => this.controller.send({ kind: "give_time" }));
    this.unseal.addEventListener("click", () => this.controller.send({ kind: "unseal" }));
  }

  /** @param {"abort" | "draw" | null} question */
  ask(question) {
    this.question = question;
    this.controller.changed();
  }

  /** Whether one person plays both sides. */
  get alone() {
    return this.live.you.length > 1;
  }

  /** Number of sides that have acted; null where that isn't loaded. */
  get begun() {
    const { frames } = this.live.log;
    if (!frames.has(1)) return null;
    const actions = [...frames.values()].filter(({ what }) => what === "acted" || what === "sealed");
    return new Set(actions.map(({ role }) => role)).size;
  }

  render() {
    const { live, buttons, question } = this;
    const { match: { terms }, offers, playing, you } = live;
    const seated = playing && you.length > 0;
    this.settled ||= this.begun === 2;
    visible(this.unseal, seated && this.sealed && !this.alone);
    visible(buttons.draw, seated && !offers.draw);
    visible(buttons.takeback, seated && terms.takebacks && !offers.takeback && you.some((role) => lastDecision(live, role)));
    visible(buttons.time, seated && !this.alone && this.couldUseTime);
    visible(buttons.abort, seated && !this.settled && this.begun !== null);
    setText(buttons.draw, this.alone ? t("Agree on a draw") : t("Offer a draw"));
    if (!seated || (question === "abort" && this.settled)) this.question = null;
  }

  /** Whether the viewer has chosen in secret and may choose again. */
  get sealed() {
    const { match, position, you } = this.live;
    return you.some((role) => gameOf(match.game).scene(position.facts).waiting.includes(role));
  }

  get couldUseTime() {
    const { clocks, match: { terms }, you } = this.live;
    if (terms.time?.kind !== "real" || !clocks) return false;
    return Object.entries(clocks.left).every(([role, left]) => you.includes(role) || left <= ENOUGH);
  }

  /** @returns {Prompt[]} */
  prompts() {
    const { question } = this;
    if (!question) return [];
    const abort = question === "abort";
    const go = () => {
      this.ask(null);
      this.controller.send(abort ? { kind: "abort" } : { kind: "offer", what: "draw" });
    };
    return [{
      key: `question ${question}`,
      text: abort ? t("Cancel the game? Nobody wins.") : t("End the match as a draw?"),
      actions: [{ label: abort ? t("Cancel game") : t("A draw"), go }, { label: t("Keep playing"), go: () => this.ask(null) }],
    }];
  }
}
