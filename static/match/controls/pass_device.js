/**
 * At one screen, where both sides choose in secret: after the first choice the page asks to pass the device, and nothing on it shows
 * what was chosen. The server keeps the choice to itself; only the focus could tell it.
 *
 * @import { MatchController } from "../match_controller.js"
 */

import { gameOf } from "../../boards/games.js";
import { t } from "../../i18n.js";
import { focusBoard, setText } from "../dom.js";
import { nameOf } from "./seats.js";

export class PassDevice {
  /**
   * @param {MatchController} controller
   * @param {HTMLElement} board
   * @param {HTMLDialogElement} dialog
   */
  constructor(controller, board, dialog) {
    this.live = controller.state;
    this.board = board;
    this.dialog = dialog;
    this.words = /** @type {HTMLElement} */ (dialog.querySelector("p"));
    /** Number of the event after which the device was passed last. */
    this.passed = 0;
  }

  start() {
    this.dialog.addEventListener("close", () => {
      this.passed = this.live.log.head;
      this.forgetFocus();
      focusBoard();
    });
  }

  render() {
    const { match, position, playing, log } = this.live;
    const [chose] = gameOf(match.game).scene(position.facts).waiting;
    const [next] = position.to_move;
    if (!playing || !chose || !next || this.passed === log.head || this.dialog.open) return;
    const words = { name: nameOf(match.seats, chose), other: nameOf(match.seats, next) };
    setText(this.words, t("{name} has chosen. Now {other} chooses, and {name} looks away.", words));
    // A dialog gives the focus back to where it was.
    if (document.activeElement instanceof SVGElement) document.activeElement.blur();
    this.forgetFocus();
    this.dialog.showModal();
  }

  /** Lets the Tab key reach the first choice of the board, not the last one that was made. */
  forgetFocus() {
    for (const stop of this.board.querySelectorAll("[data-stop][tabindex='0']")) stop.setAttribute("tabindex", "-1");
    this.board.querySelector("[data-stop][data-playable]")?.setAttribute("tabindex", "0");
  }
}
