/**
 * The newest message at its sender's seat, for some seconds: visible without opening the chat.
 *
 * @import { ChatMessage } from "../match/types.js"
 */

import { make } from "../match/dom.js";
import { said } from "./message_item.js";

/** Time in ms for which it stays. */
const STAYS = 7000;

export class SeatBubbles {
  constructor() {
    /** @type {Map<Element, ReturnType<typeof setTimeout>>} */
    this.timers = new Map();
  }

  /** @param {ChatMessage} message by a player */
  show(message) {
    const seat = document.querySelector(`.seat[data-role="${message.role}"]`);
    if (!seat) return;
    this.drop(seat);
    // Screen readers get it from the announcer.
    seat.append(make("span", { class: "seat-said", "aria-hidden": "true" }, said(message)));
    this.timers.set(seat, setTimeout(() => this.drop(seat), STAYS));
  }

  /** @param {Element} seat */
  drop(seat) {
    clearTimeout(this.timers.get(seat));
    seat.querySelector(".seat-said")?.remove();
  }
}
