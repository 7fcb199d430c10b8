/** Marks that distinguish proved from estimated by shape: a filled seal with a tick, and an open circle with a wave. */

import { make } from "../match/dom.js";
import { proofWord } from "./judgement.js";

const SVG = "http://www.w3.org/2000/svg";
const PROVED = ["M8 .8 14.2 4.4v7.2L8 15.2 1.8 11.6V4.4z", "m4.8 8 2.3 2.4L11.3 6"];
const ESTIMATED = ["M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13", "M4.6 8.6c1.2-1.8 2.2-1.8 3.4-.6s2.2 1.2 3.4-.6"];

/**
 * The shape alone, if the word is beside it or screen readers get it.
 * @param {boolean} proved
 */
export function proofShape(proved) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `proof-shape ${proved ? "proved" : "estimated"}`);
  svg.setAttribute("aria-hidden", "true");
  for (const d of proved ? PROVED : ESTIMATED) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}

/**
 * The shape with its word.
 * @param {boolean} proved
 */
export function proofMark(proved) {
  return make("span", { class: `proof ${proved ? "proved" : "estimated"}` }, proofShape(proved), make("span", {}, proofWord(proved)));
}
