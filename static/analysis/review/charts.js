/**
 * Charts of a match above each other. The score chart has both sides' scores, the time of each decision below them, the beginnings of
 * rounds and takebacks; if the game counts nothing, only the times. The value chart has the match's value before each decision, above
 * the line for the first role: proved parts are solid and filled, estimated ones dashed; proved mistakes are squares, estimated ones
 * small dots. overview.js has the text alternative.
 *
 * @import { Decision } from "./analysis.js"
 * @import { Summary } from "./summary.js"
 *
 * @typedef {{row: number, value: number, proved: boolean, mistake: boolean, provedLoss: boolean}} Point
 */

import { isMistake, isProved, isProvedLoss, lossOf } from "./judgement.js";
import { endsOf, rowOf, rowsOf, thinned } from "./summary.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 640;
const [SCORES_HEIGHT, TIMES_HEIGHT, VALUE_HEIGHT] = [88, 28, 56];
const HEIGHT = SCORES_HEIGHT + TIMES_HEIGHT;
const VALUE_MIDDLE = VALUE_HEIGHT / 2;
/** Space between the highest score or value and the edge. */
const [SCORE_MARGIN, VALUE_MARGIN] = [4, 6];
/** Maximum number of points of a line; bars are half as many. */
const MAX_POINTS = 640;
/** Number of rounds above which only their ends are drawn. */
const MAX_DRAWN_ROUNDS = 12;

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
    const top = summary.score.length ? 0 : SCORES_HEIGHT;
    this.svg.setAttribute("viewBox", `0 ${top} ${WIDTH} ${HEIGHT - top}`);
    this.svg.setAttribute("data-drawn", top ? "times" : "scores");
    const whole = chapter < 0 && summary.chapters.length > MAX_DRAWN_ROUNDS;
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
    const highest = Math.max(1, ...parts.flatMap((part) => thinned(part, MAX_POINTS).map(([, value]) => value)));
    return parts.map((part, side) => {
      const begun = first ? score[side][first - 1] : start[side];
      const points = thinned(part, MAX_POINTS).map(([i, value]) => `L${this.x(first + i)} ${height(value, highest)}`);
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
      const points = thinned(ended.map(({ end }) => end[side]), MAX_POINTS).map(([i, value], n) => {
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
    const drawn = part.length > MAX_POINTS / 2 ? thinned(part, MAX_POINTS) : part.map((ms, i) => /** @type {[number, number]} */ ([i, ms]));
    const paths = ["", ""];
    for (const [i, ms] of drawn) {
      const high = round((Math.max(0, Math.log10(Math.max(ms, 100) / 100)) / longest) * (TIMES_HEIGHT - 2));
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
    const d = [...back].filter((row) => row >= first && row <= last).map((row) => `M${this.x(row)} ${SCORES_HEIGHT}v8`).join("");
    return d ? [node("path", { class: "course-back", d })] : [];
  }
}

/**
 * @param {number} value
 * @param {number} highest
 */
const height = (value, highest) => round(SCORES_HEIGHT - SCORE_MARGIN - (value / highest) * (SCORES_HEIGHT - 2 * SCORE_MARGIN));

/** @param {number} number */
const round = (number) => Math.round(number * 10) / 10;

/**
 * Points of the chart, in the order of the match. Pure.
 * @param {Decision[]} decisions
 * @param {Summary} summary
 * @returns {Point[]}
 */
export function pointsOf(decisions, summary) {
  return decisions.flatMap((decision) => {
    const { found, ply } = decision;
    if (!found) return [];
    const { value, role } = found;
    const loss = lossOf(decision);
    return [{
      row: rowOf(summary, ply) - 1,
      value: role === summary.roles[0] ? value.score : -value.score,
      proved: isProved(value),
      mistake: isMistake(decision),
      provedLoss: !!loss && isProvedLoss(loss),
    }];
  });
}

export class ValueChart {
  /** @param {ScoreChart} chart whose places it shares */
  constructor(chart) {
    this.chart = chart;
    this.svg = node("svg", { viewBox: `0 0 ${WIDTH} ${VALUE_HEIGHT}`, preserveAspectRatio: "none", class: "value-line", role: "img", "data-empty": "" });
    this.cursor = node("line", { class: "course-here", y1: 0, y2: VALUE_HEIGHT });
  }

  /** @param {Point[]} points */
  draw(points) {
    const [first, last] = this.chart.span;
    const shown = points.filter(({ row }) => row >= first - 1 && row < last);
    const most = Math.max(1, ...shown.map(({ value }) => Math.abs(value)));
    const y = (/** @type {number} */ value) => round(VALUE_MIDDLE - (value / most) * (VALUE_MIDDLE - VALUE_MARGIN));
    const d = { proved: "", estimated: "", area: "", provedLoss: "", estimatedLoss: "" };
    shown.forEach(({ row, value, proved, mistake, provedLoss }, i) => {
      const [x, until] = [this.chart.x(row), this.chart.x(shown[i + 1]?.row ?? row + 1)];
      const next = shown[i + 1];
      // The value stays until the decision, and changes with it.
      const piece = `M${x} ${y(value)}H${until}${next ? `V${y(next.value)}` : ""}`;
      d[proved ? "proved" : "estimated"] += piece;
      if (proved) d.area += `M${x} ${VALUE_MIDDLE}V${y(value)}H${until}V${VALUE_MIDDLE}z`;
      if (mistake) d[provedLoss ? "provedLoss" : "estimatedLoss"] += `M${until} ${y(value)}h0`;
    });
    this.svg.replaceChildren(
      node("path", { class: "value-area", d: d.area || "M0 0" }),
      node("line", { class: "value-even", x1: 0, x2: WIDTH, y1: VALUE_MIDDLE, y2: VALUE_MIDDLE }),
      node("path", { class: "value-estimated", d: d.estimated || "M0 0" }),
      node("path", { class: "value-proved", d: d.proved || "M0 0" }),
      node("path", { class: "value-loss estimated", d: d.estimatedLoss || "M0 0" }),
      node("path", { class: "value-loss proved", d: d.provedLoss || "M0 0" }),
      this.cursor,
    );
  }

  /** @param {number} row of the ply on the board */
  point(row) {
    const [first, last] = this.chart.span;
    const at = String(this.chart.x(Math.max(first - 1, Math.min(last, row))));
    this.cursor.setAttribute("x1", at);
    this.cursor.setAttribute("x2", at);
  }
}
