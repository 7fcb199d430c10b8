/**
 * Reasons of the computer's moves: a sentence behind each, for everybody to read and for screen readers alike, where it is liked.
 * The words are each game's own (`gains` of its module). What no move shows at once, such as a plan, is not made up.
 *
 * @import { Ply } from "../../boards/types.js"
 * @import { MatchController } from "../match_controller.js"
 */

import { gameOf } from "../../boards/games.js";
import { andList } from "../../boards/text/phrases.js";
import { t } from "../../i18n.js";
import { preference, setPreference } from "../../preferences.js";
import { visible } from "../dom.js";

/** Steps that are no choice of a good move: there was none, or it is still secret. */
const NO_CHOICE = new Set(["pass", "seal"]);

export class Explanations {
  /**
   * @param {Pick<MatchController, "state" | "changed">} controller
   * @param {HTMLElement} button with the computer's role, and whether its moves are explained unless somebody chooses otherwise
   */
  constructor(controller, button) {
    this.controller = controller;
    this.live = controller.state;
    this.button = button;
    this.game = gameOf(this.live.match.game);
    this.roles = (button.dataset.roles ?? "").split(" ");
  }

  start() {
    visible(this.button, !!this.game.gains);
    this.live.why = (plies) => this.on ? this.reason(plies) : "";
    this.button.addEventListener("click", () => {
      setPreference("explain", this.on ? "off" : "on");
      this.render();
    });
    this.render();
  }

  get on() {
    const liking = preference("explain");
    return liking === "on" || (liking === "auto" && this.button.hasAttribute("data-usual"));
  }

  render() {
    this.button.setAttribute("aria-pressed", String(this.on));
    this.controller.changed();
  }

  /**
   * "Why: to capture 5 stones and to go again." Empty for what a person has played, and for what was only tried.
   * @param {Ply[]} plies a decision
   * @returns {string}
   */
  reason(plies) {
    const role = plies[0]?.n && this.roles.find((one) => plies.some((ply) => ply.role === one));
    if (!role || !this.game.gains) return "";
    const all = plies.flatMap(({ trace }) => trace);
    const steps = all.filter((step) => step.role === role && !NO_CHOICE.has(step.do));
    const wins = all.some((step) => step.do === "over" && step.winner === role);
    const reasons = [...this.game.gains(steps), ...(wins ? [t("to win the game")] : [])];
    if (reasons.length) return t("Why: {reasons}.", { reasons: andList(reasons) });
    // Of a hand that is still being sown nobody knows yet what it wins.
    const half = this.live.match.options.sowing === "hand";
    return steps.length && !half ? t("A quiet move: it wins nothing at once.") : "";
  }
}
