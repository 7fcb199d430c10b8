/** Calls the maker of an offer when somebody takes it: a sound, also in a hidden tab, and a title that flashes. */

import { loadedAudio } from "../boards/sound/audio_loader.js";
import { t } from "../i18n.js";

/** Time for the sound and the words, before the board opens. */
const MOMENT_MS = 1200;
/** The same in a hidden tab, whose title is all that can be seen of it. */
const LONGER_MS = 4000;
const FLASH_MS = 500;

/**
 * @param {HTMLElement} line that says it
 * @param {() => void} then opens the board
 */
export function callMaker(line, then) {
  line.textContent = t("Somebody has taken your offer. Opening the board.");
  callBack(t("Somebody has taken your offer"));
  setTimeout(then, document.hidden ? LONGER_MS : MOMENT_MS);
}

/**
 * Calls a person who is elsewhere: a sound, and a title that flashes.
 * @param {string} words
 */
export function callBack(words) {
  const before = document.title;
  const audio = loadedAudio();
  if (audio) void audio.synthesizer.call(audio.yourTurn);
  let shown = 0;
  document.title = words;
  setInterval(() => (document.title = (shown += 1) % 2 ? before : words), FLASH_MS);
}
