/**
 * The end of a match as a scene of about two seconds. If the rules ended it, the winner's stones pour into their store once more, or
 * the winner's pieces line up and bow. Other ends have a short one. A key or a press ends it. There is none, and no sound, without motion.
 *
 * @import { Sound } from "../../boards/sound/sound_cues.js"
 * @import { Renderer } from "../../boards/drawing/renderer.js"
 * @import { Board } from "../navigation/board_view.js"
 * @import { PageMode } from "../page_mode.js"
 * @import { LiveMatch } from "../state/live_match.js"
 * @import { Result } from "../types.js"
 *
 * @typedef {{node: Element, keyframes: Keyframe[], duration: number, delay: number}} Motion   delay, duration: ms
 */

import { gameOf } from "../../boards/games.js";
import { loadedAudio } from "../../boards/sound/audio_loader.js";
import { CLOSEST, DRAWN, WON } from "../../boards/sound/sound_cues.js";
import { addStyles } from "../../late_styles.js";
import { ownerOf } from "../../boards/scene.js";
import { vibrate } from "../../preferences.js";

/** Duration of the scene in ms, and of the part of it that is over before the last chord. */
const SCENE = 2000;
const BEFORE_CHORD = 1300;
/** Flight of one stone in ms. */
const FLIGHT = 620;
/** Duration in ms of one hop, from one piece to the next, and of all starts. */
const HOP = 420;
const NEXT_HOP = 45;
const HOPS_START = 700;
/** Results after which nobody celebrates. */
const VOID = new Set(["aborted", "moderator"]);

/**
 * @param {Board} board
 * @param {LiveMatch} live
 * @param {PageMode} mode
 * @returns {Promise<void>} resolved when the scene is over
 */
export async function finale({ moves, renderer }, { match: { result, game } }, mode) {
  await addStyles(mode.page.dataset.roomStyles);
  if (!result || VOID.has(result.how) || mode.page.dataset.view !== "live" || !moves || !renderer || document.hidden) return;
  const { motions, chord } = sceneOf(renderer, game, result);
  const sounds = knocks(motions, gameOf(game).material);
  sounds.push({ at: chord, sound: result.winner ? WON : DRAWN });
  vibrate([60, 80, 120]);
  await perform(motions, sounds);
}

/**
 * @param {Renderer} renderer
 * @param {string} game
 * @param {Result} result
 * @returns {{motions: Motion[], chord: number}} chord: when it sounds, in ms
 */
function sceneOf(renderer, game, { winner, how }) {
  if (!winner) return { motions: hops(gameOf(game).roles.flatMap((role) => piecesOf(renderer, game, role)), 0), chord: 0 };
  const pieces = piecesOf(renderer, game, winner);
  if (how !== "rules") return { motions: hops(pieces, Math.min(NEXT_HOP, HOPS_START / Math.max(1, pieces.length))), chord: 0 };
  const store = gameOf(game).storeOf(winner);
  return { motions: store ? pour(renderer, store, pieces) : lineUp(renderer, winner), chord: BEFORE_CHORD };
}

/**
 * Stones in a role's store; in games without stores its pieces on the board.
 * @param {Renderer} renderer
 * @param {string} game
 * @param {string} role
 * @returns {Element[]}
 */
function piecesOf(renderer, game, role) {
  const store = gameOf(game).storeOf(role);
  return store ? renderer.piles.get(store) ?? [] : menOf(renderer, role).map(({ node }) => node);
}

/**
 * A role's pieces on the board, from left to right.
 * @param {Renderer} renderer
 * @param {string} role
 */
function menOf({ men, layout }, role) {
  return [...men]
    .filter(([, { kind }]) => ownerOf(kind) === role)
    .map(([stop, { node }]) => ({ node, at: layout.centreOf(stop) }))
    .sort((one, other) => one.at.x - other.at.x || one.at.y - other.at.y);
}

/**
 * @param {Element[]} nodes
 * @param {number} between ms from one to the next
 * @returns {Motion[]}
 */
function hops(nodes, between) {
  const keyframes = [{ translate: "0 0" }, { translate: "0 -16px", offset: 0.4, easing: "ease-in" }, { translate: "0 0" }];
  return nodes.map((node, i) => ({ node, keyframes, duration: HOP, delay: i * between }));
}

/**
 * The stones fly into their store from all along the board.
 * @param {Renderer} renderer
 * @param {string} store
 * @param {Element[]} stones
 * @returns {Motion[]}
 */
function pour({ layout }, store, stones) {
  const home = layout.centreOf(store);
  const lies = Math.abs(home.x) > Math.abs(home.y);
  const between = (BEFORE_CHORD - FLIGHT) / Math.max(1, stones.length - 1);
  return stones.map((node, i) => {
    // From near the store first, and from the far end last; the rows alternate.
    const along = -(0.5 + (1.2 * i) / stones.length);
    const aside = i % 2 ? 70 : -70;
    const [x, y] = lies ? [home.x * along, aside - home.y] : [aside - home.x, home.y * along];
    const keyframes = [
      { translate: `${x}px ${y}px`, opacity: 0 },
      { opacity: 1, offset: 0.2 },
      { translate: `${x * 0.4}px ${y * 0.4 - 70}px`, offset: 0.5, easing: "ease-in" },
      { translate: "0 0" },
    ];
    return { node, keyframes, duration: FLIGHT, delay: i * between };
  });
}

/**
 * The winner's pieces line up across the board and bow, while the others fade; then all is as it was.
 * @param {Renderer} renderer
 * @param {string} winner
 * @returns {Motion[]}
 */
function lineUp(renderer, winner) {
  const own = menOf(renderer, winner);
  const { width } = renderer.svg.viewBox.baseVal;
  const gap = Math.min(76, (0.86 * width) / own.length);
  const others = [...renderer.men.values()].filter(({ kind }) => ownerOf(kind) !== winner);
  return [
    ...own.map(({ node, at }, i) => {
      const there = { x: (i - (own.length - 1) / 2) * gap - at.x, y: -at.y };
      const place = `${there.x}px ${there.y}px`;
      const keyframes = [
        { translate: "0 0", easing: "ease-in-out" },
        { translate: place, offset: 0.3 },
        { translate: place, offset: 0.5, easing: "ease-out" },
        { translate: `${there.x}px ${there.y + 16}px`, offset: 0.6, easing: "ease-in-out" },
        { translate: place, offset: 0.7, easing: "ease-in-out" },
        { translate: "0 0" },
      ];
      return { node, keyframes, duration: SCENE, delay: i * 30 };
    }),
    ...others.map(({ node }) => {
      const faded = { opacity: 0.25, offset: 0.25 };
      return { node, keyframes: [{ opacity: 1 }, faded, { ...faded, offset: 0.8 }, { opacity: 1 }], duration: SCENE, delay: 0 };
    }),
  ];
}

/**
 * A knock of each piece that lands, higher and higher, as far as the ear can tell them apart.
 * @param {Motion[]} motions
 * @param {Sound["voice"]} voice
 * @returns {{at: number, sound: Sound}[]}
 */
function knocks(motions, voice) {
  let last = -Infinity;
  return motions.filter(({ keyframes }) => "translate" in keyframes[0]).flatMap(({ delay, duration }, i, all) => {
    const at = delay + Math.min(duration, FLIGHT);
    if (at < last + CLOSEST) return [];
    last = at;
    return [{ at, sound: { voice, pitch: 0.9 + (0.5 * i) / all.length, level: 0.35, grains: 1 } }];
  });
}

/**
 * @param {Motion[]} motions
 * @param {{at: number, sound: Sound}[]} sounds
 * @returns {Promise<void>} resolved when all is over, or somebody presses something
 */
function perform(motions, sounds) {
  const playing = motions.map(({ node, keyframes, duration, delay }) =>
    node.animate(keyframes, { duration, delay, fill: "backwards", easing: "ease-out" }));
  const timers = sounds.map(({ at, sound }) => setTimeout(() => loadedAudio()?.synthesizer.play(sound), at));
  const end = Math.max(SCENE / 2, ...motions.map(({ delay, duration }) => delay + duration), ...sounds.map(({ at }) => at + 400));
  return new Promise((resolve) => {
    const over = () => {
      for (const press of ["pointerdown", "keydown"]) document.removeEventListener(press, over, true);
      for (const animation of playing) animation.cancel();
      for (const timer of timers) clearTimeout(timer);
      resolve();
    };
    for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, over, true);
    setTimeout(over, end);
  });
}
