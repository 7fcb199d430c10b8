/**
 * The boards of a wall, on its own page and on that of a tournament: one card for each match, in an order that disturbs
 * nobody.
 *
 * @import { WallBoard } from "./match_card.js"
 * @import { WallMessage } from "./wall.js"
 */

import "../boards/game_board.js";
import { arrangeBoards, MatchCard, newCard } from "./match_card.js";

/** Time in ms without input after which the boards may change places. */
const NOBODY = 60_000;

export class WallBoards {
  /**
   * @param {HTMLElement} list of the cards
   * @param {{match: (id: string) => string, follow: (player: string) => string}} addresses
   * @param {(shown: number) => void} arranged called with the number of boards when they may have changed
   */
  constructor(list, addresses, arranged) {
    this.list = list;
    this.addresses = addresses;
    this.arranged = arranged;
    /** @type {Map<string, MatchCard>} */
    this.cards = new Map();
    /** Order of the boards by the server. @type {string[]} */
    this.serverOrder = [];
    this.touched = Date.now();
    for (const sign of ["pointermove", "pointerdown", "keydown", "scroll"]) {
      addEventListener(sign, () => (this.touched = Date.now()), { passive: true });
    }
    document.addEventListener("visibilitychange", () => document.hidden && this.arrange());
  }

  /**
   * Takes cards that the server has drawn.
   * @param {WallBoard[]} boards
   */
  adopt(boards) {
    for (const board of boards) {
      const node = this.list.querySelector(`[data-match="${board.id}"]`);
      if (!(node instanceof HTMLElement)) continue;
      const card = new MatchCard(node, board);
      this.cards.set(board.id, card);
      card.draw();
    }
  }

  /**
   * @param {WallMessage} message
   * @returns {boolean} whether the boards lack something that the server must send again
   */
  hear(message) {
    switch (message.kind) {
      case "wall":
        this.serverOrder = message.order;
        message.boards.forEach((board) => this.take(board));
        this.arrange();
        break;
      case "moved":
        this.cards.get(message.id)?.show(message.standing);
        break;
      case "beat":
        for (const [id, [, watchers]] of Object.entries(message.boards)) this.cards.get(id)?.watched(watchers);
        if (this.order().join() !== this.serverOrder.join()) this.arrange();
        return this.isBehind(message.boards);
    }
    return false;
  }

  /** @param {Record<string, [number, number]>} boards */
  isBehind(boards) {
    return Object.entries(boards).some(([id, [seq]]) => seq > (this.cards.get(id)?.standing.seq ?? 0));
  }

  /** @param {WallBoard} board */
  take(board) {
    const card = this.cards.get(board.id);
    if (card) card.take(board.standing);
    else this.cards.set(board.id, new MatchCard(newCard(board, this.addresses), board));
  }

  order() {
    return [...this.list.children].map((node) => node.getAttribute("data-match") ?? "");
  }

  /** Arranges the boards; while somebody is there, none that stays is moved. */
  arrange() {
    const nobody = document.hidden || Date.now() - this.touched > NOBODY;
    const places = (nobody ? this.serverOrder : arrangeBoards(this.order(), this.serverOrder)).filter((id) => this.cards.has(id));
    for (const [id, card] of this.cards) {
      if (places.includes(id)) continue;
      card.node.remove();
      this.cards.delete(id);
    }
    places.forEach((id, i) => {
      const card = /** @type {MatchCard} */ (this.cards.get(id));
      const isNew = !card.node.isConnected;
      if (this.list.children[i] !== card.node) this.list.insertBefore(card.node, this.list.children[i] ?? null);
      if (isNew) {
        card.show(card.standing);
        card.draw();
      }
    });
    this.arranged(places.length);
  }

  /** @param {number} now by the server's clock */
  tick(now) {
    if (document.hidden) return;
    for (const card of this.cards.values()) card.tick(now);
  }
}
