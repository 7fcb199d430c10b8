/**
 * Moves as lists show them: in notation, with a sowing's gain, and whether the player moves again: "9 +11", "11 again".
 *
 * @import { Ply, Step } from "../types.js"
 */

import { t } from "../../i18n.js";
import { gameOf } from "../games.js";
import { whole } from "../trace.js";
import { decisionText } from "./move_text.js";

/**
 * @param {string} game
 * @param {Ply[]} plies of one role
 * @param {Ply[]} [all] all that were played with them, if both roles sowed at once
 * @returns {string}
 */
export function listedText(game, plies, all = plies) {
  const { role } = plies[0];
  const steps = all.flatMap(({ trace }) => whole(trace)).filter((step) => step.role === role);
  const text = decisionText(game, plies);
  if (!steps.some((step) => step.do === "scoop")) return text;
  const gain = gained(gameOf(game).storeOf(role), steps);
  const [last] = steps.filter((step) => step.do === "again" || step.do === "end").slice(-1);
  const again = last?.do === "again";
  const move = gain > (again ? 1 : 0) ? `${text} +${gain}` : text;
  return again ? t("{move} again", { move }) : move;
}

/**
 * Number of stones that a role's own moves brought into its store. What is collected at a round's end is no gain of a move.
 * @param {string | null} store
 * @param {Step[]} steps
 */
function gained(store, steps) {
  const here = (/** @type {string | number} */ stop) => Number(String(stop) === store);
  const sum = (/** @type {any[]} */ pairs) => pairs.reduce((all, [, n]) => all + n, 0);
  return steps.reduce((all, step) => {
    if (step.do === "scoop") return all + step.drops.filter((/** @type {any[]} */ [stop]) => here(stop)).length;
    if (step.do === "drop") return all + here(step.at);
    return step.do === "capture" ? all + here(step.to) * sum(step.from) : all;
  }, 0);
}
