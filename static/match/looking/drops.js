import { beatsOf } from "../../boards/motion/beats.js";
import { beatWords } from "./beat_words.js";
import { byId } from "../dom.js";

/**
 * Steps smaller than a ply: stone by stone, and a motion that is held.
 *
 * @typedef {import("../../boards/motion/beats.js").Beat} Beat
 * @typedef {import("../record/record.js").MatchRecord} MatchRecord
 * @typedef {import("../types.js").Ply} Ply
 * @typedef {import("./viewing.js").Moment} Moment
 */

/**
 * The beats of one ply; none if it isn't loaded.
 * @param {MatchRecord} record
 * @param {number} ply
 * @returns {Beat[]}
 */
export function beatsAt(record, ply) {
  return beatsOf(record.decision(ply)?.plies.filter(({ n }) => n === ply) ?? []);
}

/**
 * One beat further. A ply that moves nothing is a step too.
 * @param {MatchRecord} record
 * @param {Moment} moment
 * @returns {Moment}
 */
export function onward(record, { ply, beats }) {
  const next = record.line.after(ply);
  return beats + 1 < beatsAt(record, next).length ? { ply, beats: beats + 1 } : { ply: next, beats: 0 };
}

/**
 * One beat back.
 * @param {MatchRecord} record
 * @param {Moment} moment
 * @returns {Moment}
 */
export function backward(record, { ply, beats }) {
  if (beats > 0) return { ply, beats: beats - 1 };
  return ply === 0 ? { ply, beats } : { ply: record.line.before(ply), beats: Math.max(0, beatsAt(record, ply).length - 1) };
}

/**
 * Where a motion is that has come so far.
 * @param {Ply[]} plies
 * @param {number} landed how many of their beats
 * @param {import("../record/line.js").Line} line
 * @returns {Moment}
 */
export function momentOf(plies, landed, line) {
  let beats = landed;
  for (const ply of plies) {
    const all = beatsOf([ply]).length;
    if (beats < all) return { ply: line.before(ply.n), beats };
    beats -= all;
  }
  return { ply: plies[plies.length - 1].n, beats: 0 };
}

export class Drops {
  /**
   * @param {import("./viewing.js").Viewing} viewing
   * @param {import("./stepping.js").Stepping} stepping
   * @param {(text: string) => void} say
   */
  constructor(viewing, stepping, say) {
    this.viewing = viewing;
    this.stepping = stepping;
    this.say = say;
    this.buttons = { back: byId("drop-back", HTMLButtonElement), on: byId("drop-on", HTMLButtonElement) };
  }

  start() {
    this.buttons.back.addEventListener("click", () => this.back());
    this.buttons.on.addEventListener("click", () => this.on());
    this.stepping.hold = () => this.hold();
    this.render();
  }

  /** @returns {Moment} */
  get here() {
    return { ply: this.viewing.ply, beats: this.viewing.beats };
  }

  /** One stone further. From a motion on: where it is, and one further. */
  on() {
    if (this.viewing.aside) return this.stepping.take("forwardPly");
    if (this.viewing.stage.board.landed === null && this.viewing.place === null) return undefined;
    return this.step(async (from) => {
      const { record } = this.viewing.live;
      await this.viewing.archive.ply(Math.min(record.line.after(from.ply), this.viewing.last));
      return onward(record, from);
    });
  }

  /** One stone back. */
  back() {
    if (this.viewing.aside) return this.stepping.take("backPly");
    return this.step(async (from) => {
      await this.viewing.archive.ply(from.ply);
      return backward(this.viewing.live.record, from);
    });
  }

  /** @param {(from: Moment) => Promise<Moment>} towards */
  async step(towards) {
    const from = this.moving ?? this.here;
    this.stepping.stop();
    await this.viewing.go(() => towards(from));
    this.say(this.words());
  }

  /**
   * Holds a motion where it is.
   * @returns {boolean} whether there was one
   */
  hold() {
    const { moving } = this;
    if (moving) this.viewing.go(async () => moving);
    return moving !== null;
  }

  /** Holds what moves; what is held goes on to the end of its move. */
  holdOrGoOn() {
    this.stepping.stop();
    if (!this.hold() && this.viewing.place !== null) this.viewing.step("forward");
  }

  /** How far the motion is that is under way; null if there is none, or none that is stored. @type {Moment | null} */
  get moving() {
    const { board, moving, plies, from } = this.viewing.stage;
    // The single beat of a step is none: the page stands where it leads.
    if (!moving.length || board.landed === null || plies.some(({ n }) => !n)) return null;
    return momentOf(plies, from + board.landed, this.viewing.live.record.line);
  }

  /** What the last beat has done, and where in the match that is. */
  words() {
    const { ply, beats } = this.here;
    const { record, match } = this.viewing.live;
    const done = beats ? beatsAt(record, record.line.after(ply))[beats - 1] : beatsAt(record, ply).slice(-1)[0];
    return done ? beatWords(match.game, done) : this.stepping.placeText();
  }

  render() {
    const { place, atStart, stage } = this.viewing;
    const ended = place === null && !stage.moving.length;
    this.buttons.back.setAttribute("aria-disabled", String(atStart));
    this.buttons.on.setAttribute("aria-disabled", String(ended));
  }
}
