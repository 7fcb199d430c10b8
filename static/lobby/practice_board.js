/** Board for trying moves before a match: both sides, nothing counts. */

import { t } from "../i18n.js";
import { tryAction } from "../try_action.js";
import { GameBoard } from "../boards/game_board.js";
import { follow } from "../preferences.js";

/** @import { Ply, Position } from "../boards/types.js" */

export class PracticeBoard {
  /** @param {HTMLElement} section with the board, its buttons and its line of words */
  constructor(section) {
    const board = section.querySelector("game-board");
    if (!(board instanceof GameBoard) || !board.game) throw new Error("Nothing to try on");
    this.board = board;
    this.url = section.dataset.try ?? "";
    this.view = { roles: board.game.roles, side: section.dataset.side || null };
    this.words = /** @type {HTMLElement} */ (section.querySelector(".trial-say"));
    this.buttons = /** @type {HTMLButtonElement[]} */ ([...section.querySelectorAll("[data-do]")]);
    /** Positions from the beginning to the shown one. The page has these, or only the beginning. @type {Position[]} */
    this.past = [JSON.parse(section.querySelector("#position")?.textContent ?? "null")].flat();
    follow("speed", (value) => (board.speed = /** @type {GameBoard["speed"]} */ (value)));
    this.listen();
    this.show();
  }

  get position() {
    return this.past[this.past.length - 1];
  }

  listen() {
    this.board.addEventListener("act", (event) => this.act(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("refused", (event) => this.explain(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("say", (event) => this.say(/** @type {CustomEvent} */ (event).detail.text));
    for (const button of this.buttons) {
      button.addEventListener("click", () => this.goBack(button.dataset.do === "undo" ? this.past.length - 1 : 1));
    }
  }

  show() {
    this.board.show(this.position, this.view);
    this.allow();
  }

  allow() {
    for (const button of this.buttons) button.setAttribute("aria-disabled", String(this.past.length === 1));
  }

  /** @param {number} length how much of the past to keep */
  goBack(length) {
    this.past.length = Math.max(1, length);
    this.say("");
    this.show();
  }

  /** @param {{role: string, action: string}} request */
  async act({ role, action }) {
    const prediction = this.board.game?.predict?.(this.position, role, action);
    if (prediction?.position.to_move.includes(role)) {
      await this.goOn([{ role, action, trace: prediction.trace }], prediction.position);
      return;
    }
    const from = this.position;
    this.board.lock(t("One moment."));
    const answer = await this.ask(role, action);
    this.board.lock(null);
    if (from !== this.position) return;
    if ("message" in answer) {
      this.refuse(answer.message ?? t("No answer from the server. Try again in a moment."));
      return;
    }
    await this.goOn(answer.plies, answer.position);
  }

  /**
   * @param {Ply[]} plies
   * @param {Position} position after them
   */
  async goOn(plies, position) {
    this.past.push(position);
    this.allow();
    this.say("");
    await this.board.play(plies, position, this.view);
  }

  /** @param {{role: string | null, action: string | null}} click something that isn't legal */
  async explain({ role, action }) {
    if (role === null) {
      this.refuse(t("The game is over."));
      return;
    }
    const answer = action === null ? null : await this.ask(role, action);
    const message = answer && "message" in answer ? answer.message : null;
    this.refuse(message ?? t("Nothing can be played there."));
  }

  /**
   * @param {string} role
   * @param {string} action
   */
  ask(role, action) {
    return tryAction(this.url, { game: this.board.game?.slug ?? "", facts: this.position.facts, role, action });
  }

  /** @param {string} text */
  say(text) {
    this.words.classList.remove("refused");
    this.words.textContent = text;
  }

  /** @param {string} text */
  refuse(text) {
    this.say(text);
    this.words.classList.add("refused");
  }
}
