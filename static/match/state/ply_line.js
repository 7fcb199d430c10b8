/**
 * Which plies lead to which. Plies are numbered as they were played, and what is taken back keeps its numbers: so the
 * line to a place leaves some out. Pure; as far as is known from what is loaded.
 *
 * @typedef {[number, number]} Gap   the first and the last ply that were taken back at once
 */

export class PlyLine {
  constructor() {
    /** @type {Gap[]} */
    this.gaps = [];
  }

  /**
   * @param {number} head where the match stood again
   * @param {number} last the ply where it stood before
   */
  rewind(head, last) {
    this.gaps.push([head + 1, last]);
  }

  /** Whether a ply was taken back. @param {number} ply */
  taken(ply) {
    return this.gaps.some((gap) => within(gap, ply));
  }

  /** The ply that one follows, 0 for none. @param {number} ply */
  before(ply) {
    return Math.max(0, this.step(ply, -1));
  }

  /** The ply that follows one. @param {number} ply */
  after(ply) {
    return this.step(ply, 1);
  }

  /**
   * @param {number} ply
   * @param {1 | -1} by
   */
  step(ply, by) {
    let to = ply + by;
    for (;;) {
      const over = this.gaps.filter((gap) => within(gap, to) && !within(gap, ply));
      if (!over.length) return to;
      to = by > 0 ? Math.max(...over.map(([, last]) => last)) + 1 : Math.min(...over.map(([first]) => first)) - 1;
    }
  }

  /** How many plies lead to one, itself included. @param {number} ply */
  count(ply) {
    const missing = merged(this.gaps.filter((gap) => !within(gap, ply) && gap[1] < ply));
    return missing.reduce((left, [first, last]) => left - (last - first + 1), ply);
  }

  /** The ply to which so many lead. @param {number} count */
  at(count) {
    return merged(this.gaps).reduce((ply, [first, last]) => (ply < first ? ply : ply + last - first + 1), count);
  }
}

/**
 * @param {Gap} gap
 * @param {number} ply
 */
const within = ([first, last], ply) => first <= ply && ply <= last;

/**
 * The same plies in as few gaps as possible, in order.
 * @param {Gap[]} gaps
 * @returns {Gap[]}
 */
function merged(gaps) {
  /** @type {Gap[]} */
  const all = [];
  for (const [first, last] of [...gaps].sort((one, other) => one[0] - other[0])) {
    const open = all[all.length - 1];
    if (open && first <= open[1] + 1) open[1] = Math.max(open[1], last);
    else all.push([first, last]);
  }
  return all;
}
