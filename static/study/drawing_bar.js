/**
 * The bar of the pen while drawing is switched on: its colour, and what removes drawings.
 *
 * @import { Pen } from "./pen.js"
 */

import { make, visible } from "../match/dom.js";
import { t, tp } from "../i18n.js";
import { COLOURS } from "./annotations.js";

/** Names of the colours in their order. */
const NAMES = [tp("colour of an arrow", "Green"), tp("colour of an arrow", "Red"), tp("colour of an arrow", "Blue"), tp("colour of an arrow", "Yellow")];

export class DrawingBar {
  /**
   * @param {Pen} pen
   * @param {{wipe: () => void, toggles: HTMLElement[]}} page   toggles: the buttons that switch drawing on and off
   */
  constructor(pen, { wipe, toggles }) {
    this.pen = pen;
    this.toggles = toggles;
    const colours = COLOURS.map((colour, i) => {
      const input = make("input", { type: "radio", name: "pen", value: colour, "aria-label": NAMES[i], ...(i ? {} : { checked: "" }) });
      input.addEventListener("change", () => (pen.colour = colour));
      return make("label", { class: "pen-colour", "data-colour": colour, title: NAMES[i] }, input, make("span", {}));
    });
    const clear = make("button", { type: "button", class: "tool" }, t("Clear"));
    clear.addEventListener("click", wipe);
    const done = make("button", { type: "button", class: "tool" }, t("Done"));
    done.addEventListener("click", () => pen.turn(false));
    this.node = make("div", { class: "drawing-bar", role: "group", "aria-label": t("Draw on the board"), hidden: "" }, ...colours, clear, done);
    for (const toggle of toggles) toggle.addEventListener("click", () => pen.turn(!pen.on));
  }

  render() {
    visible(this.node, this.pen.on);
    for (const toggle of this.toggles) toggle.setAttribute("aria-pressed", String(this.pen.on));
  }
}
