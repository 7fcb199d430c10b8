/**
 * Text of positions: own side first, short sentences, the same order every time.
 *
 * @import { Game } from "../games.js"
 * @import { Scene, Side } from "../types.js"
 * @import { Person } from "./phrases.js"
 */

import { t } from "../../i18n.js";
import { gameOf } from "../games.js";
import { andList, menInWords, personOf } from "./phrases.js";

/**
 * Sentences about the content of a position.
 * @param {string} slug
 * @param {Scene} scene as the viewer may see it
 * @param {string[]} [you] the viewer's roles
 * @returns {string[]}
 */
export function positionSentences(slug, scene, you = []) {
  const game = gameOf(slug);
  const order = [...game.roles].sort((one, other) => Number(you.includes(other)) - Number(you.includes(one)));
  const sides = order.map((role) => ({ role, person: personOf(role, you) }));
  const perSide = game.words.text("own-row") ? rowSentence : game.words.text("pieces") ? piecesSentence : null;
  const onBoard = perSide ? sides.map((side) => perSide(game, scene, side)) : byStop(game, scene, you);
  return [...onBoard, ...sides.flatMap(({ role, person }) => inHand(game, scene, role, person)), ...secret(game, scene)];
}

/**
 * Sentence about a side of a sowing board: its pits in order, and its store.
 * @param {Game} game
 * @param {Scene} scene
 * @param {Side} side
 */
function rowSentence(game, { counts, burnt }, { role, person }) {
  const { stops, words } = game;
  const own = [...stops].filter(([, { kind, owner }]) => kind === "pit" && owner === role);
  const said = own.map(([stop]) => (burnt.includes(stop) ? t("burnt") : counts[stop])).join(", ");
  const [first, last] = [own[0], own[own.length - 1]].map(([, { name }]) => name);
  return person(words.text("own-row"), words.text("other-row"), { first, last, counts: said, n: counts[game.storeOf(role) ?? ""] });
}

/**
 * Sentence about a side of a board with single pieces: their places, and the count beside the board.
 * @param {Game} game
 * @param {Scene} scene
 * @param {Side} side
 */
function piecesSentence({ words }, { counts, men }, side) {
  const pieces = menInWords(men, side, (stop) => words.plain(stop));
  return words.plural("pieces", counts[`${words.text("counted")} ${side.role}`] ?? 0, { pieces });
}

/**
 * @param {Game} game
 * @param {Scene} scene
 * @param {string[]} you
 */
function byStop(game, scene, you) {
  const stops = [...Object.keys(scene.counts), ...Object.keys(scene.men)];
  return stops.map((stop) => `${game.words.name(stop, scene, you)}.`);
}

/**
 * @param {Game} game
 * @param {Scene} scene
 * @param {string} role
 * @param {Person} person
 */
function inHand({ words }, { hands }, role, person) {
  const { n, at } = hands[role] ?? { n: 0, at: null };
  if (!n) return [];
  const args = { stones: words.stones(n), at: at === null ? "" : words.placeName(at, role) };
  return [person("In your hand: {stones}, at {at}.", "In {who}'s hand: {stones}, at {at}.", args)];
}

/**
 * Sentence about the viewer's own secret.
 * @param {Game} game
 * @param {Scene} scene
 */
function secret({ words }, { sealed }) {
  return sealed.length ? [t("Chosen in secret: {at}.", { at: andList(sealed.map((stop) => words.placeName(stop, ""))) })] : [];
}
