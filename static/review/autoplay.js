import { preference } from "../preferences.js";

/**
 * Plays the match through: at its own speed or at one that was chosen. Whoever touches anything takes over.
 *
 * @typedef {import("../match/looking/stepping.js").Stepping} Stepping
 * @typedef {"real" | "slow" | "normal" | "fast"} Speed
 *
 * @typedef {Object} Tempo
 * @property {() => Speed} speed
 * @property {(ply: number) => number | undefined} spent   ms that the decision of a ply took, if they are known
 */

/** Between two decisions, ms. */
const PAUSE = { slow: 2000, normal: 700, fast: 120 };
/** Without motion there is time to see what has changed. */
const STILL = 1200;
/** Longer thoughts are not waited for. */
const LONGEST = 30_000;

const TOUCHES = ["pointerdown", "keydown", "wheel"];

/** Runs so far: each has a number of its own. */
let runs = 0;

/**
 * How long a decision is waited for.
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
 * Goes on until the end, or until `stepping.running` is another run's.
 * @param {Stepping} stepping
 * @param {Tempo} tempo
 */
export async function playThrough(stepping, { speed, spent }) {
  const { viewing } = stepping;
  const { board } = viewing.stage;
  const run = (stepping.running = runs += 1);
  const touch = (/** @type {Event} */ event) => {
    const own = event.target instanceof Element && event.target.closest(".autoplay, .autoplay-speed");
    if (!own && event.isTrusted) stepping.stop();
  };
  for (const type of TOUCHES) document.addEventListener(type, touch, { capture: true });
  stepping.render();
  if (viewing.place === null) await viewing.step("first");
  while (stepping.running === run && viewing.place !== null) {
    const before = place(viewing);
    const still = board.moves === null;
    await wait(stepping, run, () => pauseBefore(speed(), spent(viewing.live.record.line.after(viewing.ply)), still));
    if (stepping.running !== run) break;
    board.speed = speed() === "fast" && !still ? "fast" : preference("speed");
    await viewing.step("forward");
    if (place(viewing) === before) break;
  }
  for (const type of TOUCHES) document.removeEventListener(type, touch, { capture: true });
  board.speed = preference("speed");
  if (stepping.running === run) stepping.stop();
}

/** @param {import("../match/looking/viewing.js").Viewing} viewing */
const place = ({ place: ply, aside }) => `${ply}${aside?.address ?? ""}`;

/**
 * In short parts, so that another speed holds at once.
 * @param {Stepping} stepping
 * @param {number} run
 * @param {() => number} pause
 */
async function wait(stepping, run, pause) {
  const begun = Date.now();
  while (stepping.running === run && Date.now() - begun < pause()) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(100, begun + pause() - Date.now())));
  }
}
