/**
 * Steps smaller than a ply: one beat at a time, with a text for each, and a paused animation.
 *
 * @import { Game } from "../../boards/games.js"
 * @import { Beat } from "../../boards/motion/beats.js"
 * @import { EventLog, PlyLine } from "../state/event_log.js"
 * @import { Ply } from "../types.js"
 * @import { BeatPlace } from "./navigator.js"
 * @import { Playback } from "./playback.js"
 */

import { gameOf } from "../../boards/games.js";
import { beatsOf } from "../../boards/motion/beats.js";
import { byId } from "../dom.js";

/**
 * Beats of one ply; none if it isn't loaded.
 * @param {Game} game
 * @param {EventLog} log
 * @param {number} ply
 * @returns {Beat[]}
 */
export function beatsAt(game, log, ply) {
  return beatsOf(log.decision(ply)?.plies.filter(({ n }) => n === ply) ?? [], game);
}

/**
 * Place one beat further. A ply that moves nothing is a step too.
 * @param {Game} game
 * @param {EventLog} log
 * @param {BeatPlace} moment
 * @returns {BeatPlace}
 */
export function onward(game, log, { ply, beats }) {
  const next = log.line.after(ply);
  return beats + 1 < beatsAt(game, log, next).length ? { ply, beats: beats + 1 } : { ply: next, beats: 0 };
}

/**
 * Place one beat back.
 * @param {Game} game
 * @param {EventLog} log
 * @param {BeatPlace} moment
 * @returns {BeatPlace}
 */
export function backward(game, log, { ply, beats }) {
  if (beats > 0) return { ply, beats: beats - 1 };
  return ply === 0 ? { ply, beats } : { ply: log.line.before(ply), beats: Math.max(0, beatsAt(game, log, ply).length - 1) };
}

/**
 * Place of an animation of which so many beats have landed.
 * @param {Game} game
 * @param {Ply[]} plies
 * @param {number} landed how many of their beats
 * @param {PlyLine} line
 * @returns {BeatPlace}
 */
export function momentOf(game, plies, landed, line) {
  let beats = landed;
  for (const ply of plies) {
    const all = beatsOf([ply], game).length;
    if (beats < all) return { ply: line.before(ply.n), beats };
    beats -= all;
  }
  return { ply: plies[plies.length - 1].n, beats: 0 };
}

export class BeatStepper {
  /** @param {Playback} playback */
  constructor(playback) {
    this.nav = playback.nav;
    this.game = gameOf(this.nav.live.match.game);
    this.playback = playback;
    this.buttons = { back: byId("drop-back", HTMLButtonElement), on: byId("drop-on", HTMLButtonElement) };
  }

  start() {
    this.buttons.back.addEventListener("click", () => this.back());
    this.buttons.on.addEventListener("click", () => this.on());
    this.playback.setHold(() => this.hold());
    this.render();
  }

  /** @returns {BeatPlace} */
  get here() {
    return { ply: this.nav.ply, beats: this.nav.beats };
  }

  /** Steps one beat further, in an animation from where it is. */
  on() {
    if (this.nav.variation) return this.playback.take("forwardPly");
    if (this.nav.boardView.board.landed === null && this.nav.place === null) return undefined;
    return this.step(async (from) => {
      const { log } = this.nav.live;
      await this.nav.loader.ply(Math.min(log.line.after(from.ply), this.nav.last));
      return onward(this.game, log, from);
    });
  }

  /** Steps one beat back. */
  back() {
    if (this.nav.variation) return this.playback.take("backPly");
    return this.step(async (from) => {
      await this.nav.loader.ply(from.ply);
      return backward(this.game, this.nav.live.log, from);
    });
  }

  /** @param {(from: BeatPlace) => Promise<BeatPlace>} towards */
  async step(towards) {
    const from = this.moving ?? this.here;
    this.playback.stop();
    await this.nav.go(() => towards(from));
    this.playback.announcer.say(await this.words());
  }

  /**
   * Pauses an animation.
   * @returns {boolean} whether there was one
   */
  hold() {
    const { moving } = this;
    if (moving) this.nav.go(async () => moving);
    return moving !== null;
  }

  /** Pauses an animation, or plays a paused one to the end of its move. */
  holdOrGoOn() {
    this.playback.stop();
    if (!this.hold() && this.nav.place !== null) this.nav.step("forward");
  }

  /** Place of the running animation; null if there is none, or none that is stored. @type {BeatPlace | null} */
  get moving() {
    const { board, moving, plies, from } = this.nav.boardView;
    // A step's single beat does not count: the navigator is at its end already.
    if (!moving.length || board.landed === null || plies.some(({ n }) => !n)) return null;
    return momentOf(this.game, plies, from + board.landed, this.nav.live.log.line);
  }

  /**
   * What the last beat has done, and where in the match that is.
   * @returns {Promise<string>}
   */
  async words() {
    const { ply, beats } = this.here;
    const { log, match } = this.nav.live;
    const done = beats ? beatsAt(this.game, log, log.line.after(ply))[beats - 1] : beatsAt(this.game, log, ply).slice(-1)[0];
    if (!done) return this.playback.placeText();
    const text = await import("./beat_text.js").catch(() => null); // without a connection the place alone is told
    return text ? text.beatText(match.game, done) : this.playback.placeText();
  }

  render() {
    const { place, atStart, boardView } = this.nav;
    const ended = place === null && !boardView.moving.length;
    this.buttons.back.setAttribute("aria-disabled", String(atStart));
    this.buttons.on.setAttribute("aria-disabled", String(ended));
  }
}
