/**
 * Label at the head of the board while it does not show the match as it stands: moves are tried on it, or an earlier place is
 * reviewed. match.css frames the board by the same two states.
 *
 * @import { MatchNavigator } from "./navigator.js"
 */

import { t } from "../../i18n.js";
import { setText, visible } from "../dom.js";
import { moveNumber } from "./place_text.js";

/**
 * @param {MatchNavigator} nav
 * @param {boolean} trying
 * @returns {string} empty where the board shows the match as it stands
 */
function modeText({ place, ply, last, live }, trying) {
  if (trying) return t("Trying moves");
  if (place === null) return "";
  const [n, end] = [moveNumber(live, ply), moveNumber(live, last)];
  if (!n) return t("Reviewing an earlier move");
  if (live.log.line.taken(ply)) return t("Reviewing move {n}, taken back", { n });
  return ply ? t("Reviewing move {n} of {last}", { n, last: end }) : t("Reviewing the start");
}

export class ModeLabel {
  /**
   * @param {HTMLElement} node
   * @param {MatchNavigator} nav
   */
  constructor(node, nav) {
    this.node = node;
    this.nav = nav;
  }

  /** @param {boolean} trying */
  render(trying) {
    const text = modeText(this.nav, trying);
    setText(this.node, text);
    visible(this.node, text !== "");
  }
}
