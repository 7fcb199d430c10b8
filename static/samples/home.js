/**
 * First page: each board plays a sample game, slowly and one after another; one button pauses them. When nobody seems
 * to be there, they rest and cost nothing.
 */

import { sendOnce } from "../forms/submit_once.js";
import { follow, preference } from "../preferences.js";
import { loadSample, showPlaying } from "./sample_game.js";

/** @import { SampleGame } from "./sample_game.js" */

const BREATH = 900;

/** After this many ms without input the boards rest. */
const NOBODY = 60_000;

const still = matchMedia("(prefers-reduced-motion: reduce)");
const button = /** @type {HTMLButtonElement} */ (document.querySelector("[data-do=pause]"));
/** @type {Set<Element>} */
const inSight = new Set();
let resting = false;
let touched = performance.now();
/** Ends the wait for a change. */
let wake = () => {};

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @returns {Promise<void>} resolved when the set of boards that may move may have changed; no timer runs meanwhile */
const change = () => new Promise((resolve) => (wake = resolve));

const isStill = () => still.matches || preference("speed") === "none";

const somebodyLooks = () => !document.hidden && performance.now() - touched < NOBODY;

/** @param {SampleGame} sample */
const mayMove = (sample) => !resting && !isStill() && somebodyLooks() && inSight.has(sample.board);

/** @param {SampleGame[]} samples */
async function takeTurns(samples) {
  for (let turn = 0; ; turn += 1) {
    const sample = samples[turn % samples.length];
    if (mayMove(sample)) {
      await sample.next();
      await wait(BREATH);
    } else if (!samples.some(mayMove)) {
      await change();
    }
  }
}

/** @param {SampleGame[]} samples */
function offerRest(samples) {
  const show = () => {
    button.hidden = isStill();
    wake();
  };
  still.addEventListener("change", show);
  follow("speed", show);
  button.addEventListener("click", () => {
    resting = !resting;
    if (resting) samples.forEach(({ board }) => board.skip());
    showPlaying(button, !resting);
    wake();
  });
}

function somebodyIsThere() {
  touched = performance.now();
  wake();
}

const watch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inSight.add(target);
    else inSight.delete(target);
  }
  wake();
}, { threshold: 0.6 });

sendOnce();
const samples = await Promise.all([...document.querySelectorAll("[data-sample]")].map(loadSample));
for (const sample of samples) {
  sample.board.speed = "slow";
  watch.observe(sample.board);
}
for (const sign of ["pointermove", "pointerdown", "keydown", "scroll"]) {
  addEventListener(sign, somebodyIsThere, { passive: true });
}
document.addEventListener("visibilitychange", somebodyIsThere);
offerRest(samples);
void takeTurns(samples);
