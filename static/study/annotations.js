/**
 * Arrows and rings that people draw on a board, written as the server does: a ring "green:p3", an arrow "red:p3>p7".
 *
 * @import { Renderer } from "../boards/drawing/renderer.js"
 */

import { Arrows } from "../boards/arrows.js";
import { HintMarks } from "../boards/preview.js";

/** Colours in the order in which they are offered. */
export const COLOURS = ["green", "red", "blue", "yellow"];

/** @param {string} annotation */
export function parts(annotation) {
  const [colour, place] = annotation.split(":");
  return { colour, place, stops: place.split(">") };
}

/**
 * The annotations with another one, or without it if it is there; one of another colour at its place is replaced.
 * @param {string[]} annotations
 * @param {string} annotation
 */
export function toggled(annotations, annotation) {
  const others = annotations.filter((each) => parts(each).place !== parts(annotation).place);
  return annotations.includes(annotation) ? others : [...others, annotation];
}

export class AnnotationLayer {
  /** @param {Renderer} renderer */
  constructor(renderer) {
    this.renderer = renderer;
    this.rings = new HintMarks(renderer);
    this.arrows = new Arrows(renderer);
    this.drawn = "";
  }

  /** @param {string[]} annotations */
  show(annotations) {
    const { layout } = this.renderer;
    const drawn = JSON.stringify([annotations, layout.held, layout.turned]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const known = annotations.map(parts).filter(({ stops }) => stops.every((stop) => layout.stops.has(stop)));
    this.rings.clear();
    for (const { colour, stops } of known.filter(({ stops: { length } }) => length === 1)) {
      this.rings.ring(stops[0], "rim", "annotation").dataset.colour = colour;
    }
    const arrows = known.filter(({ stops: { length } }) => length === 2);
    this.arrows.show(arrows.map(({ stops }) => stops), arrows.map(({ colour }) => colour));
  }
}
