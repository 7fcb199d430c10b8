/**
 * Confirmation of moves, if the viewer wants it: a choice made on the board, or typed, stays marked until it is confirmed. An action with
 * a button of its own needs none.
 *
 * @import { Board } from "../navigation/board_view.js"
 * @import { Prompt } from "../offers/prompts.js"
 * @import { MatchController } from "../match_controller.js"
 * @typedef {{role: string, action: string, path: string, base: number}} Held   path: the stops marked on the board
 */

import { gameOf } from "../../boards/games.js";
import { preference } from "../../preferences.js";
import { t } from "../../i18n.js";

const BUTTONS = "button, a, input, select, textarea, dialog, summary";

export class Confirmation {
  /**
   * @param {Pick<MatchController, "state" | "commands" | "changed">} controller
   * @param {Board} board
   */
  constructor(controller, board) {
    this.controller = controller;
    this.live = controller.state;
    this.board = board;
    /** @type {Held | null} */
    this.kept = null;
  }

  start() {
    document.addEventListener("keydown", (event) => this.press(event), { capture: true });
    for (const type of ["click", "keydown"]) this.board.addEventListener(type, () => this.kept && this.controller.changed());
  }

  /** Whether an action needs confirmation; the next shells of a hand were decided with the first. @param {string} action */
  wanted(action) {
    const liking = preference("confirm");
    const asked = liking === "on" || (liking === "auto" && this.live.match.terms.time?.kind === "days");
    return asked && !gameOf(this.live.match.game).continues(action);
  }

  /**
   * Takes a choice that was made, and is marked on the board. Typed once more it is confirmed; a click on it drops it.
   * @param {string} role
   * @param {string} action
   * @returns {Promise<boolean>} whether it was done, or is held
   */
  choose(role, action) {
    const again = this.held?.action === action;
    this.kept = null;
    const plays = again || !this.wanted(action);
    if (!plays) this.kept = { role, action, path: this.path, base: this.live.position.base[role] };
    const done = plays ? this.controller.commands.act(role, action) : Promise.resolve(true);
    this.controller.changed();
    return done;
  }

  /**
   * Takes a choice that was typed: the board marks it as if it had been clicked.
   * @param {string} role
   * @param {string} action
   */
  typed(role, action) {
    if (this.wanted(action) && this.held?.action !== action) this.board.choose(gameOf(this.live.match.game).stopsOf(action));
    return this.choose(role, action);
  }

  get path() {
    return this.board.chosen.join(" ");
  }

  /** Choice that waits for confirmation; null once the board shows something else. */
  get held() {
    const { kept, live } = this;
    if (kept && (kept.path !== this.path || kept.base !== live.position.base[kept.role])) this.kept = null;
    return this.kept;
  }

  confirm() {
    const { held } = this;
    this.kept = null;
    if (held) this.controller.commands.act(held.role, held.action);
    this.controller.changed();
  }

  drop() {
    this.kept = null;
    this.board.choose([]);
    this.controller.changed();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const elsewhere = event.target instanceof Element && event.target.closest(BUTTONS);
    const typed = elsewhere instanceof HTMLInputElement && !elsewhere.value;
    if ((elsewhere && !typed) || !this.held || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") this.drop();
    else if (!event.repeat) this.confirm();
  }

  /** @returns {Prompt[]} */
  prompts() {
    const { held } = this;
    if (!held) return [];
    const move = held.action === "noop" ? t("Pass") : gameOf(this.live.match.game).notation(held.action);
    return [{
      key: `confirm ${held.action}`,
      text: held.action === "noop" ? t("Pass?") : t("Play {move}?", { move }),
      said: t("{move} is chosen. Enter plays it, Escape cancels.", { move }),
      actions: [
        { label: t("Confirm"), primary: true, go: () => this.confirm() },
        { label: t("Cancel"), go: () => this.drop() },
      ],
    }];
  }
}
