/**
 * Line under the board about the last move, live, in review and in variations: how far the match has come, and what was played.
 * It is there for everybody to read. Screen readers hear the same from the announcer, so this is no live region.
 *
 * @import { MatchNavigator } from "../navigation/navigator.js"
 * @import { Ply } from "../../boards/types.js"
 */

import { gameOf } from "../../boards/games.js";
import { beginnings } from "../../boards/text/move_text.js";
import { setText } from "../dom.js";
import { positionAt } from "../navigation/ply_positions.js";
import { moveSentences, shownPlies, tableOf } from "./match_words.js";

/**
 * Sentences about the move on the board. While its stones fall, only how it began, and of one that is explained; where the next round has begun, only how this one
 * ended, since the board shows nothing else of it. How the match ended is said with the result.
 * @param {MatchNavigator} nav
 * @returns {string[]}
 */
function lastMoveSentences(nav) {
  const { live, beats, boardView } = nav;
  const plies = shownPlies(nav);
  const begun = beginnings(live.match.game, plies, live.you, tableOf(live, plies));
  if (beats || boardView.sowing.length) return begun;
  const reason = live.why(plies);
  // The reason says what a sowing came to, and phones have two lines for both.
  const short = reason && begun.length > 0 && !plies.some(({ trace }) => trace.some((step) => step.do === "round"));
  return [...(short ? begun : moveSentences(live, decisive(plies), true)), reason].filter(Boolean);
}

const ENDS = new Set(["round", "over"]);

/**
 * @param {Ply[]} plies
 * @returns {Ply[]}
 */
function decisive(plies) {
  const next = plies.some(({ trace }) => trace.some((step) => step.do === "refill"));
  return plies.map((ply) => {
    const end = ply.trace.findIndex((step) => step.do === "round");
    const trace = next ? ply.trace.slice(end < 0 ? ply.trace.length : end) : ply.trace.filter((step) => !ENDS.has(step.do));
    return { ...ply, trace };
  });
}

/**
 * How far the match has come at the place on the board: "Round 2 of 3", "Move 12 of 60". Empty at its end.
 * @param {MatchNavigator} nav
 * @returns {string}
 */
export function courseText(nav) {
  const { live, place } = nav;
  const facts = shownFacts(nav);
  return (facts && (live.playing || place !== null) && gameOf(live.match.game).course?.(facts)) || "";
}

/**
 * Explanation that the game gives at the place on the board.
 * @param {MatchNavigator} nav
 * @returns {string}
 */
function explanation(nav) {
  const { live, beats, boardView } = nav;
  const facts = beats || boardView.sowing.length ? null : shownFacts(nav);
  return (facts && gameOf(live.match.game).explains?.(facts)) || "";
}

/**
 * Facts at the place on the board; undefined while they are not loaded.
 * @param {MatchNavigator} nav
 * @returns {any}
 */
function shownFacts({ live, place, variation }) {
  const shown = variation ? variation.position : place === null ? live.position : positionAt(live.log, live.match.game, place);
  return shown?.facts;
}

export class LastMove {
  /**
   * @param {HTMLElement} node with places for how far the match has come, an explanation, and what was played
   * @param {MatchNavigator} nav
   */
  constructor(node, nav) {
    this.node = node;
    this.nav = nav;
    /** Words and width that it was fitted to last. */
    this.shown = "";
  }

  render() {
    const [course, why] = [courseText(this.nav), explanation(this.nav)];
    let clauses = lastMoveSentences(this.nav).flatMap((one) => one.split(/(?<=;) /));
    const shown = [this.node.clientWidth, course, why, ...clauses].join(" ");
    if (shown === this.shown) return;
    this.shown = shown;
    const [reached, explained, told] = this.node.children;
    setText(reached, course);
    setText(explained, why);
    setText(told, clauses.join(" "));
    // A phone may have too few lines: then the middle of the sentence is left out first, its end last, and no line is cut. Of two
    // sentences the second goes before the round does.
    while (isCut(this.node) && clauses.length > 1) {
      const isOneMove = clauses.length === 2 && clauses[0].endsWith(";");
      if (isOneMove && reached.textContent) setText(reached, "");
      else clauses = shortened(clauses);
      setText(told, clauses.join(" "));
    }
    if (isCut(this.node)) setText(reached, "");
  }
}

/**
 * Whether a line of the text is out of sight. A tall font reaches a little below its last line, which hides nothing.
 * @param {HTMLElement} node
 */
function isCut(node) {
  return node.scrollHeight - node.clientHeight > parseFloat(getComputedStyle(node).lineHeight) / 2;
}

/**
 * The clauses about a move without one: first those in its middle are left out, then its end. The player and the move always stay.
 * @param {string[]} clauses at least two
 * @returns {string[]}
 */
export function shortened([first, , ...rest]) {
  return rest.length ? [first, ...rest] : [first.replace(/;$/, ".")];
}
