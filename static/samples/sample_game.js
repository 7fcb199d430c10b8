/**
 * Finished game on a board, move by move.
 *
 * @import { Ply, Position } from "../boards/types.js"
 * @typedef {{plies: Ply[], position: Position}} SampleMove
 */

import { GameBoard } from "../boards/game_board.js";
import { getJson } from "../http.js";

const WATCHING = { roles: /** @type {string[]} */ ([]) };

export class SampleGame {
  /**
   * @param {GameBoard} board
   * @param {SampleMove[]} frames the beginning, then one a move
   */
  constructor(board, frames) {
    this.board = board;
    this.frames = frames;
    this.place = 0;
  }

  get last() {
    return this.frames.length - 1;
  }

  /** @param {number} place 0 is the beginning */
  show(place) {
    this.place = Math.min(Math.max(0, place), this.last);
    this.board.show(this.frames[this.place].position, WATCHING);
  }

  /** Plays the next move; after the end, shows the beginning. */
  async next() {
    if (this.place === this.last) {
      this.show(0);
      return;
    }
    this.place += 1;
    const { plies, position } = this.frames[this.place];
    await this.board.play(plies, position, WATCHING);
  }
}

/**
 * Shows on a button whether it plays or pauses.
 * @param {HTMLButtonElement} button with its words as data-play and data-pause
 * @param {boolean} playing
 */
export function showPlaying(button, playing) {
  const words = button.querySelector("span");
  const use = button.querySelector("use");
  if (words) words.textContent = (playing ? button.dataset.pause : button.dataset.play) ?? "";
  use?.setAttribute("href", (use.getAttribute("href") ?? "").replace(/#.*/, playing ? "#pause" : "#play"));
}

/**
 * @param {Element} board a game-board whose data-sample is the address of its game; data-begin is the frame that the
 *   server has drawn on it, if not the beginning
 * @returns {Promise<SampleGame>}
 */
export async function loadSample(board) {
  if (!(board instanceof GameBoard)) throw new Error("A sample game needs a board");
  const { frames } = await getJson(board.dataset.sample ?? "");
  const sample = new SampleGame(board, frames);
  sample.show(Number(board.dataset.begin ?? 0));
  return sample;
}
