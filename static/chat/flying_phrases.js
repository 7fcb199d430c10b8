/**
 * Quick phrases and reactions of players, for a moment over the board. Nothing beneath them is covered for a pointer.
 *
 * @import { Board } from "../match/navigation/board_view.js"
 * @import { ChatMessage } from "../match/types.js"
 */

import { make } from "../match/dom.js";
import { said } from "./message_item.js";

/** Time in ms for which one is over the board, and the largest number at a time. */
const FLIES = 1600;
const MOST = 3;

export class FlyingPhrases {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.flying = 0;
  }

  /** @param {ChatMessage} message by a player */
  show(message) {
    if (this.flying >= MOST || document.hidden) return;
    const far = document.getElementById("seat-far")?.dataset.role === message.role;
    // Screen readers get it from the announcer.
    const node = make("span", { class: "flying-phrase", "aria-hidden": "true" }, said(message));
    node.toggleAttribute("data-far", far);
    this.board.after(node);
    this.flying += 1;
    const way = this.board.moves ? (far ? 96 : -96) : 0;
    const keyframes = [
      { opacity: way ? 0 : 1, translate: "0 0" }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.75 }, { opacity: way ? 0 : 1, translate: `0 ${way}px` },
    ];
    node.animate(keyframes, { duration: FLIES, easing: "ease-out" }).onfinish = () => {
      this.flying -= 1;
      node.remove();
    };
  }
}
