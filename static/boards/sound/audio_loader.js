/**
 * Loads the sounds at the first gesture: browsers allow no sound before.
 *
 * @import { Sound } from "./sound_cues.js"
 * @import { Synthesizer } from "./synthesizer.js"
 *
 * @typedef {Object} LoadedAudio
 * @property {Synthesizer} synthesizer
 * @property {typeof import("./sound_cues.js").soundCues} soundCues
 * @property {Sound} yourTurn
 */

/** @type {LoadedAudio | null} */
let audio = null;

/** The loaded modules; null before. */
export const loadedAudio = () => audio;

async function gather() {
  const [{ synthesizer }, { soundCues, YOUR_TURN }] = await Promise.all([import("./synthesizer.js"), import("./sound_cues.js")]);
  synthesizer.start();
  audio = { synthesizer, soundCues, yourTurn: YOUR_TURN };
}

let listening = false;

/**
 * Loads the sounds, unless the pointer rests: browsers tell a page of one that it comes under.
 * @param {Event} event
 */
function hear(event) {
  if (event.type === "pointermove" && event instanceof MouseEvent && !event.movementX && !event.movementY) return;
  document.removeEventListener(event.type, hear, true);
  void gather().catch(() => {});
}

/** Loads the sounds at the first gesture; if that fails, at another kind of gesture. */
export function loadAudioOnGesture() {
  if (listening) return;
  listening = true;
  for (const touch of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(touch, hear, true);
}
