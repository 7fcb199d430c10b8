/**
 * Value chart: the match's value before each decision, above the line for the first role. Proved parts are solid and
 * filled, estimated ones are dashed. Proved mistakes are squares, estimated ones small dots.
 *
 * @import { Decision } from "./analysis.js"
 * @import { ScoreChart } from "./score_chart.js"
 * @import { Summary } from "./summary.js"
 *
 * @typedef {{row: number, value: number, proved: boolean, mistake: boolean, provedLoss: boolean}} Point
 */

import { isMistake, isProved, isProvedLoss, lossOf } from "./judgement.js";
import { rowOf } from "./summary.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [640, 56];
const MIDDLE = HEIGHT / 2;
const ROOM = 6;

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
    this.svg = this.node("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "value-line", role: "img", hidden: "" });
    this.cursor = this.node("line", { class: "course-here", y1: 0, y2: HEIGHT });
  }

  /**
   * @param {string} tag
   * @param {Record<string, string | number>} attributes
   */
  node(tag, attributes) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
    return made;
  }

  /** @param {Point[]} points */
  draw(points) {
    const [first, last] = this.chart.span;
    const shown = points.filter(({ row }) => row >= first - 1 && row < last);
    const most = Math.max(1, ...shown.map(({ value }) => Math.abs(value)));
    const y = (/** @type {number} */ value) => Math.round((MIDDLE - (value / most) * (MIDDLE - ROOM)) * 10) / 10;
    const d = { proved: "", estimated: "", area: "", provedLoss: "", estimatedLoss: "" };
    shown.forEach(({ row, value, proved, mistake, provedLoss }, i) => {
      const [x, until] = [this.chart.x(row), this.chart.x(shown[i + 1]?.row ?? row + 1)];
      const next = shown[i + 1];
      // The value stays until the decision, and changes with it.
      const piece = `M${x} ${y(value)}H${until}${next ? `V${y(next.value)}` : ""}`;
      d[proved ? "proved" : "estimated"] += piece;
      if (proved) d.area += `M${x} ${MIDDLE}V${y(value)}H${until}V${MIDDLE}z`;
      if (mistake) d[provedLoss ? "provedLoss" : "estimatedLoss"] += `M${until} ${y(value)}h0`;
    });
    this.svg.replaceChildren(
      this.node("path", { class: "value-area", d: d.area || "M0 0" }),
      this.node("line", { class: "value-even", x1: 0, x2: WIDTH, y1: MIDDLE, y2: MIDDLE }),
      this.node("path", { class: "value-estimated", d: d.estimated || "M0 0" }),
      this.node("path", { class: "value-proved", d: d.proved || "M0 0" }),
      this.node("path", { class: "value-loss estimated", d: d.estimatedLoss || "M0 0" }),
      this.node("path", { class: "value-loss proved", d: d.provedLoss || "M0 0" }),
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
