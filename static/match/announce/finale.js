/**
 * The end of a match as a moment: the stones in the winner's store, or the winner's pieces, rise one after the other, with a
 * sound. Still under reduced motion. Loaded when a match ends.
 *
 * @import { Board } from "../navigation/board_view.js"
 * @import { PageMode } from "../page_mode.js"
 * @import { LiveMatch } from "../state/live_match.js"
 * @import { Position } from "../types.js"
 */

import { gameOf } from "../../boards/games.js";
import { loadedAudio } from "../../boards/sound/audio_loader.js";
import { DRAWN, WON } from "../../boards/sound/sound_cues.js";
import { addStyles } from "../../late_styles.js";
import { t } from "../../i18n.js";
import { sideMark } from "../controls/seats.js";
import { byId, make } from "../dom.js";
import { ownerOf } from "../../boards/scene.js";

/** Time in ms of one hop, and between one stone and the next; the whole takes no longer than LONGEST. */
const HOP = 420;
const BETWEEN = 45;
const LONGEST = 1100;

/**
 * @param {Board} board
 * @param {LiveMatch} live
 * @param {PageMode} mode
 */
export async function finale(board, { match, position }, mode) {
  await addStyles(mode.page.dataset.roomStyles);
  offerReview(mode);
  const { result, game } = match;
  if (result?.how === "rules") {
    const count = make("p", { class: "final-count", id: "final-count", "aria-hidden": "true" }, ...figures(game, position, result.winner));
    byId("result-headline", HTMLElement).after(count);
  }
  if (result && result.how !== "aborted" && result.how !== "moderator" && mode.page.dataset.view === "live") gesture(board, game, result);
}

/** @param {PageMode} mode */
function offerReview(mode) {
  const result = byId("result", HTMLElement);
  const close = make("button", { type: "button", class: "tool result-close", "aria-label": t("Close") }, "\u00D7");
  const look = make("button", { type: "button", class: "button", id: "review" }, t("Review"));
  for (const button of [close, look]) {
    button.addEventListener("click", () => {
      mode.review();
      /** @type {HTMLElement | null} */ (document.querySelector("[data-step^='back']"))?.focus({ preventScroll: true });
    });
  }
  result.prepend(close);
  byId("result-detail", HTMLElement).after(look);
}

/**
 * The final count in large figures, the winner's first. The detail says the same in words.
 * @param {string} game
 * @param {Position} position
 * @param {string | null} winner
 */
function figures(game, { facts }, winner) {
  const score = gameOf(game).score(facts) ?? {};
  const roles = Object.keys(score).sort((one, other) => Number(other === winner) - Number(one === winner));
  return roles.map((role) => make("span", {}, sideMark(game, role), make("b", {}, String(score[role]))));
}

/**
 * @param {Board} board
 * @param {string} game
 * @param {{winner: string | null}} result
 */
function gesture(board, game, result) {
  if (!board.moves) return;
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
  return [...renderer.men.values()].filter(({ kind }) => ownerOf(kind) === role).map(({ node }) => node);
}
