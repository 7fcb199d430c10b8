/**
 * Card of a match on the wall: a small board, the players, the turn and the number of watchers; and the order of the
 * cards.
 *
 * @import { BoardElement, Clocks, Result, Status } from "../match/types.js"
 * @typedef {BoardElement & HTMLElement} GameBoard
 *
 * @typedef {{role: string, name: string, player: string, face: string}} Sitter
 *
 * @typedef {Object} Standing   current state of a match, without its moves
 * @property {number} seq
 * @property {any} facts
 * @property {string[]} to_move
 * @property {string[]} last   the stops to mark
 * @property {Status} status
 * @property {Result | null} result
 * @property {Clocks | null} clocks
 * @property {number} [paused_until]   end of the pause that both agreed on
 *
 * @typedef {{id: string, game: string, variant: string, seats: Sitter[], standing: Standing}} WallBoard
 */

import { t, tn } from "../i18n.js";
import { drawingOf } from "./drawings.js";
import { sideMark } from "../match/controls/seats.js";
import { setText, showFace } from "../match/dom.js";
import { clockText, leftAt } from "../match/time/clock.js";
import { outcomeText } from "./texts.js";

export class MatchCard {
  /**
   * @param {HTMLElement} node as templates/partials/watched.html has it
   * @param {WallBoard} board
   */
  constructor(node, board) {
    this.node = node;
    this.id = board.id;
    this.seats = board.seats;
    this.standing = board.standing;
    this.game = board.game;
    this.board = /** @type {GameBoard} */ (node.querySelector("game-board"));
    this.drawn = false;
    this.foot = find(node, ".watched-result");
    this.company = find(node, ".watched-company");
    this.lines = [...node.querySelectorAll(".watched-seat")].map((line) => {
      const [words, clock] = ["[data-turn-words]", ".watched-clock"].map((part) => find(line, part));
      return { line: /** @type {HTMLElement} */ (line), words, clock };
    });
  }

  /**
   * Draws the board, once its game's drawing is here. If that fails, the names and turns stand alone until the
   * connection is back.
   */
  async draw() {
    const svg = await drawingOf(this.game).catch(() => null);
    if (!svg || this.drawn) return;
    this.board.append(svg);
    this.drawn = true;
    this.lines.forEach(({ line }, i) => find(line, ".watched-mark").append(sideMark(this.game, this.seats[i].role)));
    this.show(this.standing);
  }

  /**
   * Takes a state, which is usually shown already: by the server, or before the connection was lost.
   * @param {Standing} standing
   */
  take(standing) {
    if (standing.seq === this.standing.seq) this.standing = standing;
    else this.show(standing);
    if (!this.drawn) this.draw();
  }

  /** @param {Standing} standing */
  show(standing) {
    this.standing = standing;
    const { facts, to_move: movers, last, result, status } = standing;
    if (this.drawn) this.board.show({ facts, to_move: [], legal: {} }, { roles: [], last });
    for (const { line, words } of this.lines) {
      const role = line.dataset.role ?? "";
      const turn = status === "playing" && movers.includes(role);
      line.toggleAttribute("data-turn", turn);
      line.toggleAttribute("data-won", result?.winner === role);
      setText(words, turn ? t("to move") : "");
    }
    setText(this.foot, outcomeText(result, this.seats));
    this.node.toggleAttribute("data-over", status !== "playing");
  }

  /** @param {number} n */
  watched(n) {
    setText(this.company, n ? tn("{n} watching", "{n} watching", n) : "");
  }

  /** @param {number} now by the server's clock */
  tick(now) {
    const { clocks, paused_until: until = 0, result } = this.standing;
    if (!result) setText(this.foot, now < until ? t("Paused") : "");
    for (const { line, clock } of this.lines) {
      setText(clock, clocks ? clockText(leftAt(clocks, line.dataset.role ?? "", now)) : "");
    }
  }
}

/**
 * Card for a match that the server has not drawn.
 * @param {WallBoard} board
 * @param {{match: (id: string) => string, follow: (player: string) => string}} addresses
 * @returns {HTMLElement}
 */
export function newCard(board, addresses) {
  const { game, id, seats, variant } = board;
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(`card-${game}`));
  const copy = document.importNode(template.content, true);
  const node = /** @type {HTMLElement} */ (copy.querySelector(".watched"));
  node.dataset.match = id;
  find(node, "game-board").setAttribute("seed", id);
  find(node, ".watched-link").setAttribute("href", addresses.match(id));
  setText(find(node, ".watched-variant"), variant);
  node.querySelectorAll(".watched-seat").forEach((line, i) => {
    const { name, player, role, face } = seats[i];
    line.setAttribute("data-role", role);
    setText(find(line, ".watched-name"), name);
    find(line, ".watched-name").dataset.of = player;
    showFace(line, face);
    const follow = find(line, ".watched-follow");
    const words = t("Follow {name}", { name });
    for (const attribute of ["aria-label", "title"]) follow.setAttribute(attribute, words);
    follow.setAttribute("href", addresses.follow(player));
    if (!player) follow.remove();
  });
  return node;
}

/**
 * @param {Element} node
 * @param {string} selector
 * @returns {HTMLElement}
 */
function find(node, selector) {
  const found = node.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`A card has no ${selector}`);
  return found;
}

/**
 * Order of the boards: boards that stay keep their places, new ones take the places of those that leave, and the rest
 * comes last, so that nothing moves away from under a pointer.
 * @param {string[]} shown
 * @param {string[]} wanted
 * @returns {string[]}
 */
export function arrangeBoards(shown, wanted) {
  const coming = wanted.filter((id) => !shown.includes(id));
  const kept = shown.map((id) => (wanted.includes(id) ? id : coming.shift())).filter((id) => id !== undefined);
  return [...kept, ...coming];
}
