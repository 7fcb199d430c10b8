/**
 * Analysis board: one person plays both sides, the address names the moves, and the engine evaluates the position.
 *
 * @import { Ply, Position } from "../boards/types.js"
 */

import { gameOf } from "../boards/games.js";
import { roleName } from "../boards/text/phrases.js";
import { PositionWorth } from "../review/position_worth.js";
import { worthLines } from "../review/worth_lines.js";
import { PracticeBoard } from "./practice_board.js";

/** Minimum time in ms between two changes of the browser's history. */
const REST = 300;

class FreeBoard extends PracticeBoard {
  /** @param {HTMLElement} root */
  constructor(root) {
    const section = /** @type {HTMLElement} */ (root.querySelector(".trial"));
    section.dataset.try = root.dataset.try;
    super(section);
    this.game = gameOf(this.board.game?.slug ?? "");
    /** As people write them. */
    this.moves = (root.dataset.moves ?? "").split(" ").filter(Boolean);
    this.field = /** @type {HTMLTextAreaElement} */ (root.querySelector("#moves"));
    this.button = /** @type {HTMLButtonElement} */ (root.querySelector("[data-ask]"));
    this.lines = /** @type {HTMLElement} */ (root.querySelector("#worth"));
    /** Links to a match that begins here. */
    this.ways = /** @type {HTMLAnchorElement[]} */ ([...root.querySelectorAll("a[data-from-here]")]);
    this.worth = new PositionWorth(root.dataset.analyse ?? "", this.game.slug, () => this.tell());
    this.button.addEventListener("click", () => this.worth.ask(this.position.facts));
    this.button.disabled = false;
    this.shown = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.naming = undefined;
  }

  show() {
    super.show();
    if (!this.moves) return;
    this.moves.length = this.past.length - 1;
    this.name();
  }

  /**
   * @param {Ply[]} plies
   * @param {Position} position
   */
  async goOn(plies, position) {
    const shown = super.goOn(plies, position);
    this.moves.push(this.game.notation(plies[0].action));
    this.name();
    await shown;
  }

  /** Names the moves in the address and in the field. */
  name() {
    this.field.value = this.moves.join(" ");
    this.tell();
    const address = new URL(location.href);
    if (this.moves.length) address.searchParams.set("moves", this.moves.join(" "));
    else address.searchParams.delete("moves");
    for (const way of this.ways) {
      way.search = address.search;
      way.hidden = !this.position.to_move.length;
    }
    clearTimeout(this.naming);
    this.naming = setTimeout(() => history.replaceState(null, "", address), REST);
  }

  /** Shows what is known of the position on the board. */
  tell() {
    const worth = this.worth.of(this.position.facts);
    this.button.hidden = worth !== null && !worth.message;
    const shown = JSON.stringify([worth, this.moves]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.lines.replaceChildren(...(worth ? worthLines(this.game, worth, roleName) : []));
  }
}

new FreeBoard(/** @type {HTMLElement} */ (document.getElementById("free-board")));
