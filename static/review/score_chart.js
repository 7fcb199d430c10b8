/**
 * Score chart: both sides' scores over the match, the time of each decision below them, the beginnings of rounds and
 * takebacks. If the game counts nothing, only the times. Drawn only from the summary; overview.js has its text
 * alternative.
 *
 * @import { Summary } from "./summary.js"
 */

import { endsOf, rowsOf, thinned } from "./summary.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, LINES, BARS] = [640, 88, 28];
/** Largest number of points of a line; bars are half as many. */
const MOST = 640;
const HEIGHT = LINES + BARS;
/** Number of rounds above which only their ends are drawn. */
const MANY = 12;
/** Space between the highest score and the edge. */
const ROOM = 4;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function node(tag, attributes = {}) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

export class ScoreChart {
  constructor() {
    this.svg = node("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "course-line", role: "img" });
    this.cursor = node("line", { class: "course-here", y1: 0, y2: HEIGHT });
    /** @type {[number, number]} the first and the last row that are drawn */
    this.span = [0, 0];
  }

  /**
   * @param {Summary} summary
   * @param {number} chapter to be drawn; -1: everything
   */
  draw(summary, chapter) {
    this.span = chapter < 0 ? [0, Math.max(0, summary.ply.length - 1)] : rowsOf(summary, chapter);
    const top = summary.score.length ? 0 : LINES;
    this.svg.setAttribute("viewBox", `0 ${top} ${WIDTH} ${HEIGHT - top}`);
    this.svg.setAttribute("data-drawn", top ? "times" : "scores");
    const whole = chapter < 0 && summary.chapters.length > MANY;
    this.svg.replaceChildren(
      ...(chapter < 0 ? this.chapters(summary) : []),
      ...this.bars(summary),
      ...(whole ? this.ends(summary) : this.lines(summary)),
      ...this.marks(summary),
      this.cursor,
    );
  }

  /**
   * Horizontal position of a row.
   * @param {number} row
   */
  x(row) {
    const [first, last] = this.span;
    // A round that has just begun has no row yet.
    return round(((row - first + 1) / Math.max(1, last - first + 1)) * WIDTH);
  }

  /**
   * The row under a point of the screen; -1: before the first of the match.
   * @param {number} clientX
   */
  rowAt(clientX) {
    const { left, width } = this.svg.getBoundingClientRect();
    const [first, last] = this.span;
    const row = Math.round(((clientX - left) / width) * (last - first + 1)) + first - 1;
    return Math.max(first - 1, Math.min(last, row));
  }

  /** @param {number} row of the ply on the board */
  point(row) {
    const [first, last] = this.span;
    const at = String(this.x(Math.max(first - 1, Math.min(last, row))));
    this.cursor.setAttribute("x1", at);
    this.cursor.setAttribute("x2", at);
  }

  /**
   * Each side's score after each decision; after the last of a round, its final score.
   * @param {Summary} summary
   */
  lines(summary) {
    const { score, start, roles } = summary;
    const [first, last] = this.span;
    const ends = endsOf(summary);
    const parts = score.map((column, side) => column.slice(first, last + 1).map((n, i) => ends.get(first + i)?.[side] ?? n));
    const highest = Math.max(1, ...parts.flatMap((part) => thinned(part, MOST).map(([, value]) => value)));
    return parts.map((part, side) => {
      const begun = first ? score[side][first - 1] : start[side];
      const points = thinned(part, MOST).map(([i, value]) => `L${this.x(first + i)} ${height(value, highest)}`);
      return node("path", { class: `course-side side-${side}`, "data-role": roles[side], d: `M0 ${height(begun, highest)}${points.join("")}` });
    });
  }

  /**
   * Each side's score at the end of each round.
   * @param {Summary} summary
   */
  ends({ chapters, roles, ply }) {
    const ended = chapters.filter(({ end }) => end.length);
    const highest = Math.max(1, ...ended.flatMap(({ end }) => end));
    return roles.map((role, side) => {
      const points = thinned(ended.map(({ end }) => end[side]), MOST).map(([i, value], n) => {
        const until = chapters[i + 1]?.row ?? ply.length - 1;
        const y = height(value, highest);
        return `${n ? "L" : "M"}${this.x(ended[i].row)} ${y}L${this.x(until)} ${y}`;
      });
      return node("path", { class: `course-side side-${side}`, "data-role": role, d: points.join("") || "M0 0" });
    });
  }

  /**
   * The longer a decision took, the higher its bar; ten times as long is a step.
   * @param {Summary} summary
   */
  bars({ spent, role }) {
    const [first, last] = this.span;
    const part = spent.slice(first, last + 1);
    const longest = Math.log10(Math.max(1000, part.reduce((most, ms) => Math.max(most, ms), 0)) / 100);
    const width = (WIDTH / part.length) * 0.8;
    const drawn = part.length > MOST / 2 ? thinned(part, MOST) : part.map((ms, i) => /** @type {[number, number]} */ ([i, ms]));
    const paths = ["", ""];
    for (const [i, ms] of drawn) {
      const high = round((Math.max(0, Math.log10(Math.max(ms, 100) / 100)) / longest) * (BARS - 2));
      paths[Math.max(0, role[first + i])] += `M${this.x(first + i)} ${HEIGHT}v${-high}`;
    }
    const stroke = round(Math.max(1, Math.min(12, width)));
    return paths.map((d, side) => node("path", { class: `course-times side-${side}`, d: d || "M0 0", "stroke-width": stroke }));
  }

  /**
   * Lines where rounds begin, as long as they can be told apart.
   * @param {Summary} summary
   */
  chapters({ chapters }) {
    if (chapters.length < 2 || chapters.length > 80) return [];
    const d = chapters.slice(1).map(({ row }) => `M${this.x(row)} 0v${HEIGHT}`).join("");
    return [node("path", { class: "course-chapters", d })];
  }

  /** @param {Summary} summary */
  marks({ back }) {
    const [first, last] = this.span;
    const d = [...back].filter((row) => row >= first && row <= last).map((row) => `M${this.x(row)} ${LINES}v8`).join("");
    return d ? [node("path", { class: "course-back", d })] : [];
  }
}

/**
 * @param {number} value
 * @param {number} highest
 */
const height = (value, highest) => round(LINES - ROOM - (value / highest) * (LINES - 2 * ROOM));

/** @param {number} number */
const round = (number) => Math.round(number * 10) / 10;
