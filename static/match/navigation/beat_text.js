/**
 * Descriptions of single beats of a ply. Loaded with the first step that is smaller than a ply.
 *
 * @import { Beat } from "../../boards/motion/beats.js"
 */

import { gameOf } from "../../boards/games.js";
import { roleName } from "../../boards/text/phrases.js";
import { t } from "../../i18n.js";

/**
 * @param {string} slug
 * @param {Beat} beat
 * @returns {string}
 */
export function beatText(slug, { move, role, from, to, counts, hand = 0 }) {
  const { words } = gameOf(slug);
  const at = to === null ? "" : words.placeName(to, role);
  const stones = to === null ? "" : words.stones(counts[to] ?? 0);
  const taken = from.map(([stop]) => words.placeName(stop, role)).join(", ");
  const who = role ? roleName(role) : "";
  switch (move) {
    case "lift":
      return t("{who} takes {stones} out of {from}.", { who, stones: words.stones(hand), from: taken });
    case "drop":
      return t("{stones} in {at}. In the hand: {hand}.", { at, stones, hand });
    case "lose":
      return t("Lost to {at}: {stones} there. In the hand: {hand}.", { at, stones, hand });
    case "carry":
      return t("Out of {from} into {at}: {stones} there.", { from: taken, at, stones });
    case "fill":
      return t("{stones} in {at}.", { at, stones });
    case "burn":
      return t("{at} is burnt.", { at });
    case "slide":
    case "leap":
      return t("From {from} to {at}.", { from: taken, at });
    case "enter":
      return t("{who} places a stone on {at}.", { who, at });
    case "leave":
      return t("Taken: {from}.", { from: taken });
    case "mill":
      return t("A mill.");
    case "crown":
      return t("{at} is a king.", { at });
    case "glow":
      return t("{who} goes on.", { who });
    case "swap":
      return t("{who} swaps sides.", { who });
    case "round":
      return t("The round is over.");
  }
}
