/** Rules page: a finished game to step through beside the text. */

import { t } from "../i18n.js";
import { sentences } from "../boards/text/move_text.js";
import { follow } from "../preferences.js";
import { loadSample, showPlaying } from "./sample_game.js";

const BREATH = 1400;

const section = /** @type {HTMLElement} */ (document.getElementById("sample"));
const place = /** @type {HTMLElement} */ (section.querySelector(".sample-place"));
const say = /** @type {HTMLElement} */ (section.querySelector(".sample-say"));
const player = /** @type {HTMLButtonElement} */ (section.querySelector("[data-step=play]"));
const sample = await loadSample(/** @type {Element} */ (section.querySelector("game-board")));
follow("speed", (value) => (sample.board.speed = /** @type {typeof sample.board.speed} */ (value)));
/** Counts requests, so that each ends what an earlier one still does. */
let requests = 0;
let playing = false;

function tell() {
  const { plies } = sample.frames[sample.place];
  place.textContent = t("Move {n} of {all}", { n: sample.place, all: sample.last });
  const words = sentences(sample.board.game?.slug ?? "", plies).join(" ");
  say.textContent = words || t("The beginning.");
}

/** @param {boolean} on */
function setPlaying(on) {
  playing = on;
  showPlaying(player, on);
}

async function playThrough() {
  const request = requests;
  setPlaying(true);
  if (sample.place === sample.last) sample.show(0);
  while (request === requests && sample.place < sample.last) {
    const landed = sample.next();
    tell();
    await landed;
    await new Promise((resolve) => setTimeout(resolve, BREATH));
  }
  if (request === requests) setPlaying(false);
}

/** @param {string} step */
function go(step) {
  const wasPlaying = playing;
  requests += 1;
  setPlaying(false);
  if (step === "play" && !wasPlaying) void playThrough();
  if (step === "forward" && sample.place < sample.last) void sample.next();
  if (step === "back") sample.show(sample.place - 1);
  if (step === "first") sample.show(0);
  if (step === "last") sample.show(sample.last);
  tell();
}

for (const button of section.querySelectorAll("button")) {
  button.addEventListener("click", () => go(button.dataset.step ?? ""));
}
tell();
