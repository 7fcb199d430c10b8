/**
 * Autoplay: plays the match through, at the speed it was played or at a chosen one. Any input of the viewer stops it.
 *
 * @import { MatchNavigator } from "./navigator.js"
 * @import { Playback } from "./playback.js"
 * @typedef {"real" | "slow" | "normal" | "fast"} Speed
 *
 * @typedef {Object} Tempo
 * @property {() => Speed} speed
 * @property {(ply: number) => number | undefined} spent   ms that the decision of a ply took, if known
 */

import { preference } from "../../preferences.js";

/** Pause between two decisions, ms. */
const PAUSE = { slow: 2000, normal: 700, fast: 120 };
/** Pause without animation, so that there is time to see the change. */
const STILL = 1200;
/** Longest pause. */
const LONGEST = 30_000;

const TOUCHES = ["pointerdown", "keydown", "wheel"];

/**
 * Pause before a decision.
 * @param {Speed} speed
 * @param {number | undefined} spent how long it took in the match, if that is known
 * @param {boolean} still nothing moves on the board
 */
export function pauseBefore(speed, spent, still) {
  if (speed === "real" && spent !== undefined) return Math.min(spent, LONGEST);
  const pause = PAUSE[speed === "real" ? "normal" : speed];
  return still && speed !== "fast" ? Math.max(pause, STILL) : pause;
}

/**
 * Plays until the end, or until `playback.running` is another run's.
 * @param {Playback} playback
 * @param {Tempo} tempo
 */
export async function playThrough(playback, { speed, spent }) {
  const { nav } = playback;
  const { board } = nav.boardView;
  const run = playback.beginRun();
  const touch = (/** @type {Event} */ event) => {
    const own = event.target instanceof Element && event.target.closest(".autoplay, .autoplay-speed");
    if (!own && event.isTrusted) playback.stop();
  };
  for (const type of TOUCHES) document.addEventListener(type, touch, { capture: true });
  if (nav.place === null) await nav.step("first");
  while (playback.running === run && nav.place !== null) {
    const before = place(nav);
    const still = board.moves === null;
    await wait(playback, run, () => pauseBefore(speed(), spent(nav.live.log.line.after(nav.ply)), still));
    if (playback.running !== run) break;
    board.speed = speed() === "fast" && !still ? "fast" : preference("speed");
    await nav.step("forward");
    if (place(nav) === before) break;
  }
  for (const type of TOUCHES) document.removeEventListener(type, touch, { capture: true });
  board.speed = preference("speed");
  if (playback.running === run) playback.stop();
}

/** @param {MatchNavigator} nav */
const place = ({ place: ply, variation }) => `${ply}${variation?.address ?? ""}`;

/**
 * Waits in short parts, so that another speed applies at once.
 * @param {Playback} playback
 * @param {number} run
 * @param {() => number} pause
 */
async function wait(playback, run, pause) {
  const begun = Date.now();
  while (playback.running === run && Date.now() - begun < pause()) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(100, begun + pause() - Date.now())));
  }
}
