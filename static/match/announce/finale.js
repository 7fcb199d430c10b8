/**
 * The end of a match as a moment: the stones in the winner's store, or the winner's pieces, rise one after the other, with a
 * sound. Still under reduced motion. Loaded when a match ends.
 *
 * @import { Board } from "../navigation/board_view.js"
 * @import { MatchFacts } from "../types.js"
 */

import { gameOf } from "../../boards/games.js";
import { loadedAudio } from "../../boards/sound/audio_loader.js";
import { DRAWN, WON } from "../../boards/sound/sound_cues.js";

/** Time in ms of one hop, and between one stone and the next; the whole takes no longer than LONGEST. */
const HOP = 420;
const BETWEEN = 45;
const LONGEST = 1100;

/**
 * @param {Board} board
 * @param {MatchFacts} match
 */
export function finale(board, { game, result }) {
  if (!board.moves || !result || result.how === "aborted" || result.how === "moderator") return;
  loadedAudio()?.synthesizer.play(result.winner ? WON : DRAWN);
  if (!result.winner) return;
  const stones = stonesOf(board, game, result.winner);
  const between = Math.min(BETWEEN, LONGEST / Math.max(1, stones.length));
  stones.forEach((stone, i) => {
    const keyframes = [{ translate: "0 0" }, { translate: "0 -16px", offset: 0.4, easing: "ease-in" }, { translate: "0 0" }];
    stone.animate(keyframes, { duration: HOP, delay: i * between, easing: "ease-out" });
  });
}

/**
 * Stones in a role's store; in games without stores its pieces on the board.
 * @param {Board} board
 * @param {string} game
 * @param {string} role
 * @returns {Element[]}
 */
function stonesOf({ renderer }, game, role) {
  if (!renderer) return [];
  const store = gameOf(game).storeOf(role);
  if (store) return renderer.piles.get(store) ?? [];
  return [...renderer.men.values()].filter(({ kind }) => kind === role).map(({ node }) => node);
}
