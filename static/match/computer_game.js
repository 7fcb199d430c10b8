/**
 * Parts of a game against the computer alone: reasons for its moves, and the viewer's own offers, which stay open meanwhile.
 *
 * @import { Ply } from "../boards/types.js"
 * @import { MatchController } from "./match_controller.js"
 * @import { Prompt } from "./offers/prompts.js"
 */

import { gameOf } from "../boards/games.js";
import { andList } from "../boards/text/phrases.js";
import { t } from "../i18n.js";
import { callBack } from "../lobby/maker_call.js";
import { watchWaitingMatch } from "../lobby/waiting_match.js";
import { preference, setPreference } from "../preferences.js";
import { byId, visible } from "./dom.js";

/** Steps that are no choice of a good move: there was none, or it is still secret. */
const NO_CHOICE = new Set(["pass", "seal"]);

/** @param {MatchController} controller */
export function attachComputerGame(controller) {
  const button = document.getElementById("explain");
  if (button) new Explanations(controller, button).start();
  const { waits } = byId("match", HTMLElement).dataset;
  if (!waits) return;
  const offers = new OwnOffers(controller, waits.split(" "));
  offers.start();
  controller.subscribe(offers);
}

/**
 * Reasons for the computer's moves: a sentence after each move, on the page and for screen readers, if the viewer wants it. The words are
 * each game's own (`gains` of its module). A reason that no move shows at once, such as a plan, is not given.
 */
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

/**
 * The viewer's own waiting matches while they play the computer: the page keeps their offers open, and tells when somebody joins one.
 */
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
