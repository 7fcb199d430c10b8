/**
 * What makes a page heard comes when somebody first reaches for it: no browser lets a page sound before.
 *
 * @typedef {Object} Orchestra
 * @property {import("./sound.js").Sounds} sounds
 * @property {typeof import("./score.js").scoreOf} scoreOf
 * @property {import("./score.js").Sound} yourTurn
 */

/** @type {Orchestra | null} */
let orchestra = null;

/** Who plays, once they have come. */
export const heard = () => orchestra;

async function gather() {
  const [{ sounds }, { scoreOf, YOUR_TURN }] = await Promise.all([import("./sound.js"), import("./score.js")]);
  sounds.start();
  orchestra = { sounds, scoreOf, yourTurn: YOUR_TURN };
}

let listening = false;

/** Without an answer the page stays silent until it is touched in another way. */
export function listen() {
  if (listening) return;
  listening = true;
  for (const touch of ["pointermove", "pointerdown", "keydown"]) {
    document.addEventListener(touch, () => void gather().catch(() => {}), { capture: true, once: true });
  }
}
