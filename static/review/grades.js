/**
 * Grades of mistakes: those that changed the outcome come first, then those that lost only margin, then estimated ones.
 * Pure.
 *
 * @import { Decision } from "./analysis.js"
 *
 * @typedef {"turning" | "margin" | "estimated"} Grade
 */

import { mark, t } from "../i18n.js";
import { lossOf } from "./judgement.js";

/** @type {Grade[]} the gravest first */
export const GRADES = ["turning", "margin", "estimated"];

/** @type {Record<Grade, string>} */
const NAMES = { turning: mark("Turning points"), margin: mark("Margin only"), estimated: mark("Estimated") };

/** @param {Grade} grade */
export const gradeName = (grade) => t(NAMES[grade]);

/**
 * The mistakes in the most instructive order: by grade, the worst of a grade first.
 * @param {Decision[]} decisions
 */
export function ranked(decisions) {
  return decisions.filter(({ grade }) => grade).sort((a, b) => rank(a) - rank(b) || steps(b) - steps(a) || lost(b) - lost(a) || a.ply - b.ply);
}

/**
 * "Turning points: 2. Margin only: 5. Estimated: 0."
 * @param {Decision[]} mistakes
 */
export function countText(mistakes) {
  const count = (/** @type {Grade} */ grade) => mistakes.filter((one) => one.grade === grade).length;
  return t("Turning points: {n}. Margin only: {m}. Estimated: {k}.", { n: count("turning"), m: count("margin"), k: count("estimated") });
}

/** @param {Decision} decision */
const rank = ({ grade }) => GRADES.indexOf(/** @type {Grade} */ (grade));

/** @param {Decision} decision */
const lost = (decision) => lossOf(decision)?.score ?? 0;

/**
 * Steps from win to draw to loss.
 * @param {Decision} decision
 */
const steps = ({ found, action }) => (found?.value.outcome ?? 0) - (found?.actions[action]?.outcome ?? 0);
