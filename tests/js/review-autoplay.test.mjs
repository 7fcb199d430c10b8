import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { playThrough } from "../../static/match/navigation/autoplay.js";

before(() => {
  globalThis.document = { cookie: "", addEventListener() {}, removeEventListener() {} };
});
after(() => {
  delete globalThis.document;
});

/** A page at the start of a match of so many plies, with how many steps are under way at once at most. */
function page(last) {
  const seen = { most: 0 };
  let underway = 0;
  const nav = {
    boardView: { board: { moves: "normal" } }, live: { log: { line: { after: (ply) => ply + 1 } } }, ply: 0, place: 0,
    async step() {
      seen.most = Math.max(seen.most, (underway += 1));
      await new Promise(setImmediate);
      underway -= 1;
      nav.ply += 1;
      nav.place = nav.ply < last ? nav.ply : null;
    },
  };
  const playback = { nav, running: 0, beginRun: () => (playback.running += 1), render() {}, stop() {} };
  return { playback, seen, nav };
}

test("a match that is to be played through twice at the same moment is played through once", async (t) => {
  t.mock.timers.enable({ apis: ["Date"] });
  const { playback, seen, nav } = page(4);
  const tempo = { speed: () => "real", spent: () => 0 };
  await Promise.all([playThrough(playback, tempo), playThrough(playback, tempo)]);
  assert.equal(nav.place, null, "to its end");
  assert.equal(seen.most, 1);
});
