/**
 * Variations in the move list: an indented line each, after the move where they begin.
 *
 * @import { VariationNode, VariationRow } from "./variation_tree.js"
 * @import { Variations } from "./variations.js"
 */

import { gameOf } from "../../boards/games.js";
import { roleName } from "../../boards/text/phrases.js";
import { byId, keeperInView, make } from "../../match/dom.js";
import { t } from "../../i18n.js";
import { linkTo } from "./variation_links.js";
import { continuesSowing } from "./variation_tree.js";

export class VariationList {
  /**
   * @param {Variations} variations
   * @param {HTMLElement} list of the moves
   */
  constructor(variations, list) {
    this.variations = variations;
    this.list = list;
    this.earlier = byId("earlier", HTMLElement);
    this.later = byId("later", HTMLElement);
    this.game = variations.live.match.game;
    /** Data of the drawn lines, to redraw them only if it differs. */
    this.drawn = "";
    /** @type {Map<Element, {ply: number, path: VariationNode[]}>} by link */
    this.places = new Map();
    /** @type {Map<number, HTMLElement[]>} by the ply where they begin */
    this.lines = new Map();
    this.keepInView = keeperInView(list);
  }

  start() {
    this.list.addEventListener("click", (event) => {
      const link = event.target instanceof Element && event.target.closest("a");
      const place = link && this.places.get(link);
      if (!place || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.variations.goTo(place);
    });
  }

  render() {
    const { tree, path, active, nav } = this.variations;
    const drawn = tree.size ? JSON.stringify([tree.plies, tree.plies.map((ply) => tree.rows(ply).map(shape))]) : "";
    if (drawn !== this.drawn) this.build();
    this.drawn = drawn;
    for (const [ply, lines] of this.lines) this.place(ply, lines);
    const here = (active && path[path.length - 1]) || null;
    /** Link to the place that is on the board. @type {HTMLElement | null} */
    let shown = null;
    for (const [link, place] of this.places) {
      const last = place.path[place.path.length - 1];
      const current = here !== null && place.ply === nav.ply && (last === here || this.folds(last, here, path));
      if (current) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
      if (current) shown = /** @type {HTMLElement} */ (link);
    }
    this.keepInView(shown);
    for (const line of this.list.querySelectorAll(".variation")) line.firstElementChild?.setAttribute("tabindex", "0");
  }

  /**
   * Whether a place is within the handful of shells that one link stands for.
   * @param {VariationNode} last that the link leads to
   * @param {VariationNode} here
   * @param {VariationNode[]} path
   */
  folds(last, here, path) {
    let one = here;
    while (one.after[0] && continuesSowing(one, one.after[0])) [one] = one.after;
    return one === last && path.includes(here);
  }

  build() {
    for (const line of this.list.querySelectorAll(".variation")) line.remove();
    this.places.clear();
    this.lines.clear();
    const { tree } = this.variations;
    for (const ply of tree.plies) this.lines.set(ply, tree.rows(ply).map((row) => this.line(ply, row)));
  }

  /**
   * @param {number} ply
   * @param {VariationRow} row
   */
  line(ply, { depth, lead, line }) {
    const links = line.flatMap((node, i) => {
      const next = line[i + 1];
      if (next && continuesSowing(node, next)) return [];
      const path = [...lead, ...line.slice(0, i + 1)];
      const link = make("a", { class: "move", href: linkTo(this.game, ply, path), tabindex: "-1" });
      link.append(make("span", { class: "unseen" }, `${t("Tried")}: ${roleName(node.role)} `), this.text(line, i));
      this.places.set(link, { ply, path });
      return [link];
    });
    return make("li", { class: "variation", "data-depth": String(Math.min(depth, 4)) }, ...links);
  }

  /**
   * Text of a decision; for a handful, where it was taken up.
   * @param {VariationNode[]} line
   * @param {number} i
   */
  text(line, i) {
    let first = i;
    while (first > 0 && continuesSowing(line[first - 1], line[first])) first -= 1;
    const game = gameOf(this.game);
    const dropped = line.slice(first, i + 1).filter(({ action }) => game.continues(action)).length;
    const begun = game.notation(line[first].action);
    return dropped && first < i ? `${begun} ${game.words.stones(dropped)}` : begun;
  }

  /**
   * Inserts lines after the row of the move where they begin, if that is in the list.
   * @param {number} ply
   * @param {HTMLElement[]} lines
   */
  place(ply, lines) {
    let before = this.rowOf(ply);
    if (before === undefined) {
      for (const line of lines) line.remove();
      return;
    }
    for (const line of lines) {
      if (before && before.nextElementSibling !== line) before.after(line);
      else if (!before && this.list.firstElementChild !== line) this.list.prepend(line);
      before = line;
    }
  }

  /**
   * Row of a ply: for a turn by hand, that of the whole turn; for a secret choice, the one before it.
   * @param {number} ply
   * @returns {Element | null | undefined} null: before all; undefined: not in the part that is shown
   */
  rowOf(ply) {
    const rows = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll(":scope > [data-ply]")]);
    const at = rows.findIndex((row) => Number(row.dataset.ply) >= ply);
    if (!rows.length) return this.variations.tree.plies[0] === ply ? null : undefined;
    if (at < 0) return this.later.hidden ? rows[rows.length - 1] : undefined;
    if (at > 0 || rows[0].dataset.ply === String(ply)) return rows[at];
    return this.earlier.hidden ? (ply ? rows[0] : null) : undefined;
  }
}

/** @param {VariationRow} row */
const shape = ({ depth, line }) => [depth, line.map(({ role, action }) => role + action)];
