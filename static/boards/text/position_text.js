/**
 * Positions in words, for whoever asks: own side first, short sentences, the same order every time. Moves in words
 * are in move_text.js.
 *
 * @typedef {import("../types.js").BoardGame} BoardGame
 * @typedef {import("../types.js").Scene} Scene
 */

import { t } from "../../i18n.js";
import { GAMES } from "../games.js";
import { andList, personOf } from "../scene.js";

/**
 * What lies where.
 * @param {string} slug
 * @param {any} facts as the viewer may see them
 * @param {string[]} [you] the viewer's roles
 * @returns {string[]}
 */
export function positionSentences(slug, facts, you = []) {
  const game = GAMES[slug];
  const scene = game.scene(facts);
  const order = [...game.roles].sort((one, other) => Number(you.includes(other)) - Number(you.includes(one)));
  const sides = order.map((role) => ({ role, person: personOf(role, you) }));
  const lying = game.position ? sides.flatMap((side) => game.position?.(facts, side) ?? []) : byStop(game, scene, you);
  return [...lying, ...sides.flatMap(({ role, person }) => inHand(game, scene, role, person)), ...secret(game, scene)];
}

/**
 * @param {BoardGame} game
 * @param {Scene} scene
 * @param {string[]} you
 */
function byStop(game, scene, you) {
  const stops = [...Object.keys(scene.counts), ...Object.keys(scene.men)];
  return stops.map((stop) => `${game.name(stop, scene, you)}.`);
}

/**
 * @param {BoardGame} game
 * @param {Scene} scene
 * @param {string} role
 * @param {import("../scene.js").Person} person
 */
function inHand({ words }, { hands }, role, person) {
  const { n, at } = hands[role] ?? { n: 0, at: null };
  if (!n) return [];
  const args = { stones: words.stones(n), at: at === null ? "" : words.at(at, role) };
  return [person("In your hand: {stones}, at {at}.", "In {who}'s hand: {stones}, at {at}.", args)];
}

/**
 * What the viewer alone knows.
 * @param {BoardGame} game
 * @param {Scene} scene
 */
function secret({ words }, { sealed }) {
  return sealed.length ? [t("Chosen in secret: {at}.", { at: andList(sealed.map((stop) => words.at(stop, ""))) })] : [];
}
