/**
 * The end of a round as a moment: its result in large words over the board while the next one is laid out. It goes on by itself, at once
 * where the viewer presses something. The board beneath can be played on all the time; what the other player does meanwhile is shown
 * afterwards, so that nobody misses the beginning of a round. Loaded when a round ends.
 *
 * @import { MatchNavigator } from "../navigation/navigator.js"
 * @import { Ply, Step } from "../../boards/types.js"
 */

import { beatsOf } from "../../boards/motion/beats.js";
import { gameOf } from "../../boards/games.js";
import { sentences } from "../../boards/text/move_text.js";
import { addStyles } from "../../late_styles.js";
import { t } from "../../i18n.js";
import { byId, make } from "../dom.js";
import { tableOf } from "./match_words.js";

/** Time in ms for which the words stay; a running clock leaves less. */
const STAYS = 7000;
const STAYS_ON_CLOCK = 2500;

/**
 * Whether a round ends in these plies, and another follows.
 * @param {Ply[]} plies
 */
export function endsRound(plies) {
  const steps = plies.flatMap(({ trace }) => trace);
  return steps.some((step) => step.do === "round") && steps.some((step) => step.do === "refill");
}

/**
 * @param {MatchNavigator} nav
 * @param {Ply[]} plies of a decision that ends a round
 */
export async function celebrateRound(nav, plies) {
  const goOn = nav.hold();
  try {
    await showWords(nav, plies);
  } finally {
    goOn();
  }
}

/**
 * @param {MatchNavigator} nav
 * @param {Ply[]} plies
 */
async function showWords(nav, plies) {
  const { live } = nav;
  await addStyles(byId("match", HTMLElement).dataset.roomStyles);
  await roundBeat(nav, plies);
  if (nav.place !== null || !live.playing) return;
  const steps = plies.flatMap(({ trace }) => trace);
  const said = sentences(live.match.game, plies.map((ply) => ({ ...ply, trace: ply.trace.filter(isBetween) })), live.you, tableOf(live, plies));
  const [result, ...burnt] = said;
  const go = make("button", { type: "button", class: "button primary" }, t("Next round"));
  const round = steps.find((step) => step.do === "round");
  // Screen readers get the same words from the announcer. No line ends within a score.
  const whole = result.replaceAll("–", "\u2060–\u2060");
  const words = [make("p", { class: "round-result" }, whole), ...burnt.map((text) => make("p", {}, text))];
  const won = round?.winner && round.winner === live.you[0] && live.you.length === 1;
  const node = make("div", { class: `round-end${won ? " won" : ""}` }, make("div", { "aria-hidden": "true" }, ...words), go);
  document.querySelector(".round-end")?.remove();
  byId("board", HTMLElement).after(node);
  await show(node, go, live.match.terms.time?.kind === "real" ? STAYS_ON_CLOCK : STAYS);
}

/** @param {Step} step */
const isBetween = (step) => step.do === "round" || step.do === "refill";

/**
 * Resolved when the board shows the end of the round, or nothing moves on it.
 * @param {MatchNavigator} nav
 * @param {Ply[]} plies
 * @returns {Promise<void>}
 */
function roundBeat({ live, boardView: { board } }, plies) {
  const before = beatsOf(plies, gameOf(live.match.game)).findIndex(({ move }) => move === "round");
  return new Promise((resolve) => {
    const look = () => {
      const { landed } = board;
      if (landed === null || landed >= before || document.hidden) resolve();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/**
 * @param {HTMLElement} node
 * @param {HTMLElement} go
 * @param {number} stays ms
 * @returns {Promise<void>} resolved when it is gone
 */
function show(node, go, stays) {
  const presses = ["pointerdown", "keydown"];
  return new Promise((resolve) => {
    const close = () => {
      clearTimeout(timer);
      for (const press of presses) document.removeEventListener(press, pressed, true);
      node.remove();
      resolve();
    };
    // A press on the button itself ends it with the click, so that the board beneath isn't clicked.
    const pressed = (/** @type {Event} */ { target }) => {
      if (!(target instanceof Node && node.contains(target))) close();
    };
    const timer = setTimeout(close, stays);
    for (const press of presses) document.addEventListener(press, pressed, true);
    go.addEventListener("click", close);
  });
}
