/**
 * Choice of who may watch, also while the match is running. Its creator can open and close it; the other player can
 * only close it.
 *
 * @import { MatchController } from "../match/match_controller.js"
 * @import { MatchFacts } from "../match/types.js"
 *
 * @typedef {MatchFacts["visibility"]} Visibility
 */

import { make } from "../match/dom.js";
import { t } from "../i18n.js";

/** @returns {[Visibility, string][]} */
const choices = () => [
  ["public", t("Everybody: the match is listed on this site")],
  ["link", t("Only people who have the link")],
  ["seats", t("Nobody but the two players")],
];

/**
 * Choices for an imported match: it is in no list, and its seats are nobody's.
 * @returns {[Visibility, string][]}
 */
const choicesOfImported = () => [
  ["link", t("Only people who have the link")],
  ["seats", t("Nobody but you")],
];

/**
 * @param {MatchController} controller
 * @param {HTMLElement} place
 * @returns {() => void} to be called when the match has changed
 */
export function offerVisibility(controller, place) {
  const offered = place.closest("[data-imported]") ? choicesOfImported() : choices();
  const radios = offered.map(([value, label]) => {
    const input = /** @type {HTMLInputElement} */ (make("input", { type: "radio", name: "visibility", value }));
    input.addEventListener("change", () => controller.send({ kind: "open_to", who: value }));
    place.append(make("label", {}, input, make("span", {}, label)));
    return input;
  });
  const narrows = place.closest("[data-narrows]") !== null;
  const render = () => {
    const now = radios.findIndex(({ value }) => value === controller.state.match.visibility);
    radios.forEach((radio, i) => {
      radio.checked = i === now;
      radio.disabled = narrows && i < now;
    });
  };
  render();
  return render;
}
