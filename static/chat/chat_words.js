/**
 * Quick phrases and reactions, kept as keys and shown in the reader's language.
 *
 * @import { ChatMessage } from "../match/types.js"
 */

import { t } from "../i18n.js";

/** @returns {Record<string, string>} */
export const phrases = () => ({
  hello: t("Hello!"),
  good_luck: t("Good luck!"),
  your_move: t("It's your move."),
  nice_move: t("Nice move!"),
  oops: t("Oops!"),
  back_soon: t("Sorry, back soon."),
  thanks: t("Thanks!"),
  well_played: t("Well played!"),
  good_game: t("Good game!"),
  one_more: t("One more?"),
  bye: t("Bye!"),
});

/** Number of plies after which greetings are no longer offered. */
const OPENING = 6;

/**
 * Phrases that fit the moment; others would only be in the way.
 * @param {{over: boolean, ply: number}} match
 */
export function fitting({ over, ply }) {
  if (over) return ["good_game", "well_played", "thanks", "one_more", "bye"];
  return [...(ply <= OPENING ? ["hello", "good_luck"] : ["nice_move", "oops"]), "your_move", "thanks", "back_soon"];
}

/** Reactions, drawn by the icon of the same name. @returns {Record<string, string>} */
export const reactions = () => ({
  bravo: t("Bravo"),
  smile: t("Smile"),
  wow: t("Wow"),
  think: t("Hmm"),
  sad: t("Oh no"),
});

/**
 * Text of a message, for screen readers or without an icon; empty for a hidden one.
 * @param {Pick<ChatMessage, "text" | "phrase">} message
 * @returns {string}
 */
export function wordsOf({ text = "", phrase = "" }) {
  return text || phrases()[phrase] || reactions()[phrase] || "";
}

/** @param {string} [phrase] */
export const isReaction = (phrase) => phrase !== undefined && phrase in reactions();
