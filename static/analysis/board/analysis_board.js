/**
 * Analysis board: both sides are played, the address names the moves, and the engine says what the position is worth. A position
 * can be set up by hand too; what that needs is loaded when it is asked for.
 *
 * @import { Ply, Position } from "../../boards/types.js"
 * @import { Answer, SetupMode } from "../setup/setup_mode.js"
 */

import { gameOf } from "../../boards/games.js";
import { roleName } from "../../boards/text/phrases.js";
import { ExplorerPanel } from "../../explorer/explorer_panel.js";
import { t } from "../../i18n.js";
import { worthLines } from "../review/judgement.js";
import { PositionWorth } from "../review/position_worth.js";
import { BoardAddress } from "./board_address.js";
import { PracticeBoard } from "../../lobby/practice_board.js";

class AnalysisBoard extends PracticeBoard {
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
    const ways = /** @type {HTMLAnchorElement[]} */ ([...root.querySelectorAll("a[data-from-here]")]);
    this.address = new BoardAddress(/** @type {HTMLFormElement} */ (this.field.form), ways, "opens" in root.dataset);
    this.worth = new PositionWorth(root.dataset.analyse ?? "", this.game.slug, () => this.tell());
    this.button.addEventListener("click", () => this.worth.ask(this.position.facts));
    this.button.disabled = false;
    this.shown = "";
    this.explorer = new ExplorerPanel(/** @type {HTMLElement} */ (root.querySelector("#explorer")), this.game, (choice) => this.act(choice));
    this.root = root;
    this.opener = /** @type {HTMLButtonElement | null} */ (root.querySelector("[data-begin-setup]"));
    /** While a position is set up. @type {SetupMode | null} */
    this.setup = null;
    this.explorer.show(this.position);
    this.allowSetup();
  }

  allowSetup() {
    if (!this.opener) return;
    this.opener.addEventListener("click", () => this.setUp());
    this.opener.disabled = false;
    // The address names a position that can't be: here it is mended.
    if (this.address.isByHand && !this.position.to_move.length && this.words.textContent) this.setUp(this.words.textContent);
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
    this.address.nameMoves(this.moves, this.position.to_move.length > 0);
  }

  /**
   * Lets a position be set up, beginning with the one on the board.
   * @param {string} told what the page says if that position can't be
   */
  async setUp(told = "") {
    const loaded = await import("../setup/setup_mode.js").catch(() => null);
    if (!loaded) return this.refuse(t("No connection. Try again."));
    if (this.setup) return;
    const before = String(this.address.query);
    const { board, root } = this;
    this.setup = new loaded.SetupMode({
      board,
      root,
      url: root.dataset.setUp ?? "",
      places: JSON.parse(root.querySelector("#setup")?.textContent ?? "null"),
      options: this.address.options,
      told,
      say: (text, refused) => (refused ? this.refuse(text) : this.say(text)),
      name: (text) => this.address.namePosition(text),
      end: (answer) => this.endSetup(answer, before),
    }, this.position);
    this.opener?.setAttribute("aria-expanded", "true");
    this.setup.start();
  }

  /**
   * @param {Answer | null} answer what was set up
   * @param {string} before address before that
   */
  endSetup(answer, before) {
    this.setup = null;
    this.say("");
    if (answer) {
      this.past = [answer.position];
      this.moves = [];
      this.address.namePosition(answer.text);
    } else this.address.restore(before);
    this.show();
    this.opener?.setAttribute("aria-expanded", "false");
    this.opener?.focus();
  }

  /** @param {{role: string | null, action: string | null, stop: string}} click */
  async explain(click) {
    if (this.setup) this.setup.press(click.stop);
    else await super.explain(click);
  }

  /** Shows what is known of the position on the board. */
  tell() {
    this.explorer.show(this.position);
    const worth = this.worth.worthOf(this.position.facts);
    this.button.hidden = worth !== null && !worth.message;
    const shown = JSON.stringify([worth, this.moves]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.lines.replaceChildren(...(worth ? worthLines(this.game, worth, roleName) : []));
  }
}

new AnalysisBoard(/** @type {HTMLElement} */ (document.getElementById("analysis-board")));
