/** First page: the boards play a sample game each, slowly and one after the other; one button pauses them. */

import { follow, preference } from "../preferences.js";
import { loadSample, showPlaying } from "./sample_game.js";

/** @import { SampleGame } from "./sample_game.js" */

const BREATH = 900;

const still = matchMedia("(prefers-reduced-motion: reduce)");
const button = /** @type {HTMLButtonElement} */ (document.querySelector("[data-do=pause]"));
/** @type {Set<Element>} */
const inSight = new Set();
let resting = false;

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const isStill = () => still.matches || preference("speed") === "none";

/** @param {SampleGame} sample */
const mayMove = (sample) => !resting && !isStill() && !document.hidden && inSight.has(sample.board);

/** @param {SampleGame[]} samples */
async function takeTurns(samples) {
  for (let turn = 0; ; turn += 1) {
    const sample = samples[turn % samples.length];
    if (mayMove(sample)) await sample.next();
    await wait(mayMove(sample) ? BREATH : BREATH / samples.length);
  }
}

/** @param {SampleGame[]} samples */
function offerRest(samples) {
  const show = () => (button.hidden = isStill());
  still.addEventListener("change", show);
  follow("speed", show);
  button.addEventListener("click", () => {
    resting = !resting;
    if (resting) samples.forEach(({ board }) => board.skip());
    showPlaying(button, !resting);
  });
}

const watch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inSight.add(target);
    else inSight.delete(target);
  }
}, { threshold: 0.6 });

const samples = await Promise.all([...document.querySelectorAll("[data-sample]")].map(loadSample));
for (const sample of samples) {
  sample.board.speed = "slow";
  watch.observe(sample.board);
}
offerRest(samples);
void takeTurns(samples);
