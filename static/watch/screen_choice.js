/**
 * Choice of the match on the screen of a hall: the first on the wall, until it has ended or stands still.
 *
 * @typedef {{id: string, seq: number, playing: boolean}} Candidate   in the order of the wall
 * @typedef {{id: string, movedAt: number, overAt: number | null}} Shown   times in ms; overAt: when its end was seen
 */

/** Time in ms for which a result stays. */
export const RESULT_STAYS = 20_000;
/** Time in ms without a move after which another match is shown. */
export const STANDS_STILL = 90_000;

export class ScreenChoice {
  constructor() {
    /** Seq of each match when the screen left it, the one left last at the end. @type {Map<string, number>} */
    this.left = new Map();
  }

  /**
   * Returns the match to show now; null for none.
   * @param {Candidate[]} wall
   * @param {Shown | null} shown
   * @param {number} now
   * @returns {string | null}
   */
  next(wall, shown, now) {
    const playing = wall.filter((one) => one.playing);
    const stays = shown && wall.some(({ id }) => id === shown.id) && !isDone(shown, now);
    if (stays) return shown.id;
    const others = playing.filter(({ id }) => id !== shown?.id);
    const fresh = others.find(({ id, seq }) => this.left.get(id) !== seq);
    const [oldest] = others.sort((one, other) => this.place(one.id) - this.place(other.id));
    const chosen = fresh ?? oldest;
    if (!chosen) return shown && wall.some(({ id }) => id === shown.id) ? shown.id : null;
    if (shown) this.leave(shown.id, wall);
    return chosen.id;
  }

  /**
   * @param {string} id
   * @param {Candidate[]} wall
   */
  leave(id, wall) {
    const known = new Set(wall.map((one) => one.id));
    this.left.delete(id);
    for (const one of this.left.keys()) if (!known.has(one)) this.left.delete(one);
    const seq = wall.find((one) => one.id === id)?.seq;
    if (seq !== undefined) this.left.set(id, seq);
  }

  /** @param {string} id */
  place(id) {
    return [...this.left.keys()].indexOf(id);
  }
}

/**
 * @param {Shown} shown
 * @param {number} now
 */
function isDone({ movedAt, overAt }, now) {
  return overAt === null ? now - movedAt >= STANDS_STILL : now - overAt >= RESULT_STAYS;
}
