/**
 * Summary of the match in columns, as the server sends it (games_app/lists/summary.py), and values computed
 * from it. A row is a decision or a takeback. Pure.
 *
 * @typedef {Object} Packed   seq, ply and at as differences from row to row
 * @property {number} upto
 * @property {number} begun
 * @property {string[]} roles
 * @property {string} counted
 * @property {number[]} start
 * @property {number[]} seq
 * @property {number[]} ply
 * @property {number[]} role    index in roles; -1: both, or nobody
 * @property {number[]} at
 * @property {number[][]} score for each role a column
 * @property {number[]} back    rows that are takebacks
 * @property {Chapter[]} chapters
 *
 * @typedef {{row: number, number: number, houses: number[], end: number[]}} Chapter   a round, see Summary
 *
 * @typedef {Object} Summary
 * @property {number} upto      the last event that it includes
 * @property {string[]} roles
 * @property {string} counted   unit of the scores; empty if nothing is counted
 * @property {number[]} start   the scores before the first row
 * @property {number[]} ply     the match's ply after a row
 * @property {number[]} role
 * @property {number[]} spent   ms since the row before
 * @property {number[][]} score
 * @property {Set<number>} back
 * @property {Chapter[]} chapters
 */

/**
 * @param {Packed} packed
 * @returns {Summary}
 */
export function unpacked({ upto, roles, counted, start, ply, role, at, score, back, chapters }) {
  return { upto, roles, counted, start, ply: sums(ply), role, spent: at, score, back: new Set(back), chapters };
}

/** @param {number[]} steps */
function sums(steps) {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

/**
 * Row of the decision that a ply belongs to; -1 before the first. Plies grow from decision to decision: plies that are
 * taken back keep their numbers.
 * @param {Summary} summary
 * @param {number} ply
 */
export function rowOf({ ply: plies, back }, ply) {
  if (ply <= 0) return -1;
  let [low, high] = [0, plies.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    let one = middle;
    while (one > low && back.has(one)) one -= 1;
    if (!back.has(one) && plies[one] >= ply) high = one;
    else low = middle + 1;
  }
  return low < plies.length ? low : plies.length - 1;
}

/**
 * Both scores after a row.
 * @param {Summary} summary
 * @param {number} row -1: before the first
 */
export function scoresAt({ score, start }, row) {
  return row < 0 ? start : score.map((column) => column[row]);
}

/**
 * Ply at the end of a row.
 * @param {Summary} summary
 * @param {number} row
 */
export function plyOf({ ply }, row) {
  return row < 0 ? 0 : ply[row];
}

/**
 * Index of the chapter that the board shows after a row; after a round's end, the new one.
 * @param {Summary} summary
 * @param {number} row
 * @returns {number} -1 where there are none
 */
export function chapterOf({ chapters }, row) {
  return chapters.findLastIndex((one) => one.row <= row);
}

/**
 * First and last row of a chapter.
 * @param {Summary} summary
 * @param {number} index
 * @returns {[number, number]}
 */
export function rowsOf({ chapters, ply }, index) {
  return [chapters[index].row + 1, chapters[index + 1]?.row ?? ply.length - 1];
}

/**
 * Scores at the end of each round, by the row that ended it: the scores after that row are the next round's.
 * @param {Summary} summary
 * @returns {Map<number, number[]>}
 */
export function endsOf({ chapters }) {
  return new Map(chapters.flatMap(({ end }, i) => (end.length && chapters[i + 1] ? [[chapters[i + 1].row, end]] : [])));
}

/**
 * Thins values to as many as a drawing has room for, with every peak: the minimum and maximum of each part, in their
 * order.
 * @param {number[]} values
 * @param {number} most
 * @returns {[number, number][]} index and value
 */
export function thinned(values, most) {
  if (values.length <= most) return values.map((value, i) => [i, value]);
  const width = (values.length * 2) / most;
  /** @type {[number, number][]} */
  const kept = [];
  for (let start = 0; start < values.length; start += width) {
    let [least, highest] = [Math.floor(start), Math.floor(start)];
    for (let i = least; i < Math.min(start + width, values.length); i += 1) {
      if (values[i] < values[least]) least = i;
      if (values[i] > values[highest]) highest = i;
    }
    for (const i of least < highest ? [least, highest] : [highest, least]) kept.push([i, values[i]]);
  }
  return kept;
}

/**
 * Highlights of a match: how often the lead changed, the largest lead, the longest thought.
 * @param {Summary} summary of two roles
 * @returns {{changes: number, lead: {role: string, by: number, row: number} | null, longest: {row: number, ms: number} | null}}
 */
export function highlights(summary) {
  const { roles, spent, back } = summary;
  const ends = endsOf(summary);
  let [changes, ahead] = [0, 0];
  /** @type {{role: string, by: number, row: number} | null} */
  let lead = null;
  /** @type {{row: number, ms: number} | null} */
  let longest = null;
  for (let row = 0; row < spent.length; row += 1) {
    if (back.has(row)) continue;
    const [one = 0, other = 0] = ends.get(row) ?? scoresAt(summary, row);
    const by = one - other;
    if (by && Math.sign(by) === -ahead) changes += 1;
    if (by) ahead = Math.sign(by);
    if (Math.abs(by) > (lead?.by ?? 0)) lead = { role: roles[by > 0 ? 0 : 1], by: Math.abs(by), row };
    if (spent[row] > (longest?.ms ?? -1)) longest = { row, ms: spent[row] };
  }
  return { changes, lead, longest };
}
