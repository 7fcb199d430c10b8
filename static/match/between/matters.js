import { focusBoard, make, setText, visible } from "../dom.js";

/**
 * What stands between the players beside the moves: an offer, an absence, a deadline. Each is a line with its buttons,
 * said once when it comes; what it counts down is only shown.
 *
 * @typedef {Object} Deed
 * @property {string} label
 * @property {boolean} [primary]
 * @property {() => unknown} go
 *
 * @typedef {Object} Matter
 * @property {string} key       a line with another key is another matter
 * @property {string} text
 * @property {string} [said]    when it comes; the text if left out, nothing if empty
 * @property {Deed[]} [deeds]
 * @property {number} [next]    in how many ms it reads differently
 */

class Line {
  /** @param {Matter} matter */
  constructor({ key, deeds = [] }) {
    this.key = key;
    this.words = make("p", { class: "matter-words" });
    this.deeds = deeds;
    this.buttons = deeds.map((deed, i) => {
      const button = make("button", { type: "button", class: deed.primary ? "button primary" : "button" }, deed.label);
      button.addEventListener("click", () => this.deeds[i].go());
      return button;
    });
    this.node = make("li", { class: "matter" }, this.words);
    if (deeds.length) this.node.append(make("div", { class: "matter-deeds" }, ...this.buttons));
  }

  /** @param {Matter} matter */
  render({ text, deeds = [] }) {
    setText(this.words, text);
    this.deeds = deeds;
  }
}

export class Matters {
  /**
   * @param {HTMLElement} list
   * @param {() => Matter[]} now what there is at the moment
   * @param {(text: string) => void} say
   */
  constructor(list, now, say) {
    this.list = list;
    this.now = now;
    this.say = say;
    /** @type {Line[]} */
    this.lines = [];
  }

  /** @returns {number} in how many ms something reads differently */
  draw() {
    const matters = this.now();
    const before = this.lines;
    this.lines = matters.map((matter) => before.find(({ key }) => key === matter.key) ?? this.begin(matter));
    for (const line of before) if (!this.lines.includes(line)) this.end(line);
    this.lines.forEach((line, i) => line.render(matters[i]));
    visible(this.list, matters.length > 0);
    return Math.min(...matters.map(({ next = Infinity }) => next));
  }

  /** @param {Matter} matter */
  begin(matter) {
    const line = new Line(matter);
    this.list.append(line.node);
    this.say(matter.said ?? matter.text);
    return line;
  }

  /** @param {Line} line */
  end({ node }) {
    if (node.contains(document.activeElement)) focusBoard();
    node.remove();
  }
}
