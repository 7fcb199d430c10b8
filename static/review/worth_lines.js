/**
 * Lines about the value of a position: the value, the best moves, and every move, proved and estimated ones separately.
 *
 * @import { Game } from "../boards/games.js"
 * @import { Found } from "./judgement.js"
 * @import { Worth } from "./position_worth.js"
 */

import { make } from "../match/dom.js";
import { t } from "../i18n.js";
import { bestText, isProved, worthText } from "./judgement.js";
import { proofMark } from "./proof_mark.js";

/**
 * @param {Game} game
 * @param {Worth} worth
 * @param {(role: string) => string} name
 * @returns {HTMLElement[]}
 */
export function worthLines(game, { found, short, message }, name) {
  if (message) return [make("p", {}, message)];
  if (!found) return [make("p", {}, t("Analysing…"))];
  return [
    make("p", { class: "judged-move" }, worthText(game, found, found.value, name), " ", proofMark(isProved(found.value))),
    make("p", {}, bestText(game, found)),
    ...[true, false].flatMap((proved) => actionLine(game, found, proved, name)),
    ...(short ? [make("p", {}, t("A first look: others are waiting. The analysis continues after theirs."))] : []),
  ];
}

/**
 * @param {Game} game
 * @param {Found} found
 * @param {boolean} proved
 * @param {(role: string) => string} name
 */
function actionLine(game, found, proved, name) {
  const those = Object.entries(found.actions).filter(([, value]) => isProved(value) === proved);
  if (!those.length) return [];
  const rows = those.map(([action, value]) => make("li", {}, t("{move}: {worth}", { move: game.notation(action), worth: worthText(game, found, value, name) })));
  return [make("div", { class: "worth-of-moves" }, proofMark(proved), make("ul", {}, ...rows))];
}
