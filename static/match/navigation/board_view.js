/**
 * Board element as the match page uses it: which side is near, and whether something is still moving on it.
 *
 * @typedef {BoardElement & HTMLElement} Board
 * @import { MatchController } from "../match_controller.js"
 * @import { BoardElement, Ply, Position } from "../types.js"
 */

import { gameOf } from "../../boards/games.js";
import { isSowing, lastStops } from "../../boards/trace.js";

export class BoardView {
  /**
   * @param {Board} board
   * @param {Pick<MatchController, "state" | "changed">} controller
   */
  constructor(board, controller) {
    this.board = board;
    this.controller = controller;
    this.game = gameOf(controller.state.match.game);
    this.side = controller.state.you[0] ?? this.game.near;
    /** @type {string[]} the roles whose move is being shown */
    this.moving = [];
    /** @type {Ply[]} those that move, or moved last */
    this.plies = [];
    /** Number of their beats that were on the board before. */
    this.from = 0;
    this.motions = 0;
    /** @type {() => void} */
    this.again = () => {};
  }

  /** Roles whose stones still fall by themselves: until then nobody is asked to move. */
  get sowing() {
    return isSowing(this.plies) ? this.moving : [];
  }

  /**
   * @param {Position} position
   * @param {Ply[]} last the decision to mark as the last move
   * @param {string[]} roles that may act
   */
  show(position, last, roles) {
    this.motions += 1;
    this.moving = [];
    this.board.show(position, { roles, side: this.side, last: lastStops(last) });
    this.again = () => this.show(position, last, roles);
    this.controller.changed();
  }

  /**
   * @param {Ply[]} plies
   * @param {Position} position
   * @param {string[]} roles that may act
   * @param {{silent?: boolean, from?: number}} [how] silent: it is not announced; from: so many beats are on the board
   *   already
   * @returns {Promise<void>} resolved when all has landed
   */
  async play(plies, position, roles, { silent = false, from = 0 } = {}) {
    if (!plies.length) {
      this.show(position, [], roles);
      return;
    }
    const motion = (this.motions += 1);
    const view = { roles, side: this.side, last: lastStops(plies), silent, from };
    const landed = this.board.play(plies, position, view);
    [this.plies, this.from] = [plies, from];
    this.moving = plies.map(({ role }) => role);
    this.again = () => this.show(position, plies, roles);
    this.controller.changed();
    await landed;
    if (motion !== this.motions) return;
    this.moving = [];
    this.controller.changed();
  }

  /**
   * Shows the middle of a ply.
   * @param {Ply[]} plies of a decision, up to this one
   * @param {Position} before it
   * @param {number} beats how many of its beats have landed
   * @param {boolean} [onward] the one before was shown
   */
  still(plies, before, beats, onward = false) {
    this.motions += 1;
    this.moving = [];
    const [ply] = plies.slice(-1);
    const view = { roles: [], side: this.side, last: lastStops(plies.slice(0, -1)), from: onward ? beats - 1 : beats };
    this.board.still(ply, before, view, beats);
    this.again = () => this.still(plies, before, beats);
    this.controller.changed();
  }

  /**
   * Takes a position that is drawn already, or whose stones still fall.
   * @param {Position} position
   * @param {Ply[]} last
   * @param {string[]} roles that may act
   */
  keep(position, last, roles) {
    this.board.keep(position, { roles, side: this.side, last: lastStops(last) });
    this.again = () => this.show(position, last, roles);
  }

  /**
   * Draws, and keeps what is chosen on the board and not done yet.
   * @param {() => void} draw
   */
  keepingChoice(draw) {
    const { chosen } = this.board;
    draw();
    this.board.choose(chosen);
  }

  /** Turns the board around. */
  flip() {
    this.side = this.game.roles.find((role) => role !== this.side) ?? this.side;
    this.keepingChoice(this.again);
    this.controller.changed();
  }

  /** @param {string | null} text said to clicks while a command is on its way */
  lock(text) {
    this.board.lock(text);
  }
}
