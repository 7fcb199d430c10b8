/**
 * Preview of a decision: the landing of its last stone and the immediate consequences, read from the decision's trace,
 * drawn on the board and as a sentence. It knows no rules and looks no further than the decision itself.
 *
 * @import { Point } from "./drawing/layout.js"
 * @import { Renderer } from "./drawing/renderer.js"
 * @import { GameWords } from "./text/game_words.js"
 * @import { Ply, Step } from "./types.js"
 *
 * @typedef {Object} Preview
 * @property {string} role
 * @property {string | null} piece              single pieces: the kind that would stand at the landing
 * @property {string | null} landing            where the last stone falls, or the piece goes
 * @property {string[]} path                    where the stones before it fall; none where the sowing is relayed
 * @property {number} relays
 * @property {boolean} again                    the role moves again
 * @property {{stops: string[], n: number} | null} taken   lifted off the board or into the store
 * @property {string[][]} mills
 * @property {"round" | "game" | null} ends
 * @property {boolean} open                     true: only so much is certain, the rest depends on the other role
 */

import { t, tn } from "../i18n.js";
import { draw } from "./drawing/renderer.js";
import { whole } from "./trace.js";

/** Steps that end the decision's own effects. */
const CLOSING = new Set(["end", "again", "round", "over", "pass"]);

/**
 * @param {Ply[]} plies one decision: a person's ply and what is forced after it
 * @param {boolean} [firstLap] whether only the first lap of a sowing is certain
 * @returns {Preview}
 */
export function previewOf(plies, firstLap = false) {
  const [{ role }] = plies;
  /** @type {Preview} */
  const preview = {
    role, piece: null, landing: null, path: [], relays: 0, again: false, taken: null, mills: [], ends: null, open: firstLap,
  };
  const steps = plies.flatMap(({ trace }) => whole(trace));
  const own = steps.slice(0, firstLap ? 1 : closing(steps) + 1);
  for (const step of own) look(preview, step);
  for (const { do: what } of firstLap ? [] : steps) {
    if (what === "over") preview.ends = "game";
    if (what === "round" && !preview.ends) preview.ends = "round";
  }
  if (preview.relays) preview.path = [];
  return preview;
}

/** @param {Step[]} steps */
function closing(steps) {
  const at = steps.findIndex((step) => CLOSING.has(step.do));
  return at < 0 ? steps.length : at;
}

/**
 * @param {Preview} preview
 * @param {Step} step
 */
function look(preview, step) {
  switch (step.do) {
    case "scoop":
      if (preview.landing !== null) preview.relays += 1;
      for (const [stop] of step.drops) fall(preview, String(stop));
      break;
    case "drop":
      fall(preview, String(step.at));
      break;
    case "place":
    case "move":
      preview.piece = step.role;
      preview.landing = step.to;
      break;
    case "capture":
      preview.taken = taken(step);
      break;
    case "mill":
      preview.mills = step.lines;
      break;
    case "again":
      preview.again = true;
      break;
  }
}

/**
 * @param {Preview} preview
 * @param {string} stop
 */
function fall(preview, stop) {
  if (preview.landing !== null) preview.path.push(preview.landing);
  preview.landing = stop;
}

/** @param {Step} step */
function taken({ from }) {
  const lifted = from.filter((/** @type {[string | number, number]} */ [, n]) => n);
  const n = lifted.reduce((/** @type {number} */ sum, /** @type {[string | number, number]} */ [, more]) => sum + more, 0);
  return { stops: lifted.map((/** @type {[string | number, number]} */ [stop]) => String(stop)), n };
}

/**
 * Whether there is more to show than the stop that is pointed at.
 * @param {Preview} preview
 */
export function worthShowing({ piece, landing, taken: lifted, mills, ends }) {
  return (landing !== null && piece === null) || lifted !== null || mills.length > 0 || ends !== null;
}

/**
 * "Hint: the last shell falls into house 5; you capture 9 shells."
 * @param {GameWords} words
 * @param {Preview} preview
 * @returns {string} empty if there is nothing to say
 */
export function previewText(words, preview) {
  const clauses = [];
  if (preview.landing !== null && preview.piece === null) {
    const last = words.last(words.placeName(preview.landing, preview.role));
    const relayed = tn("the sowing goes on once, then {last}", "the sowing goes on {n} times, then {last}", preview.relays, { last });
    clauses.push(preview.relays ? relayed : last);
  }
  if (preview.open) clauses.push(t("what follows depends on the other player too"));
  if (preview.mills.length) clauses.push(preview.mills.length > 1 ? t("you close two mills") : t("you close a mill"));
  if (preview.taken && preview.piece) clauses.push(t("you take {at}", { at: words.placeName(preview.taken.stops[0], preview.role) }));
  else if (preview.taken) clauses.push(t("you capture {stones}", { stones: words.stones(preview.taken.n) }));
  if (preview.again) clauses.push(t("you move again"));
  if (preview.ends) clauses.push(preview.ends === "round" ? t("the round ends") : t("the game ends"));
  return clauses.length ? t("Hint: {words}.", { words: clauses.join("; ") }) : "";
}

/** Path of the sign for "again": an arrow in a circle, 22 wide, around 0 0. */
const AGAIN = "M8.3 3.2A9 9 0 1 1 7.4 -5.2M8.6 -10.4v5.6h-5.6";

export class HintMarks {
  /** @param {Renderer} renderer */
  constructor(renderer) {
    this.renderer = renderer;
    this.layer = draw(renderer.svg, "g", { class: "hints", "aria-hidden": "true" });
    /** Layer under the pieces. */
    this.ground = draw(renderer.svg, "g", { class: "hints", "aria-hidden": "true" });
    renderer.layer.before(this.ground);
  }

  clear() {
    this.layer.replaceChildren();
    this.ground.replaceChildren();
  }

  /** @param {Preview} preview */
  show(preview) {
    this.clear();
    const { landing, path, taken, mills, again } = preview;
    for (const line of mills) this.line(line);
    for (const stop of new Set(path)) if (stop !== landing) this.dot(stop);
    for (const stop of taken?.stops ?? []) if (stop !== landing) this.ring(stop, "take", "hint-taken");
    if (landing === null) return;
    this.ghost(landing, preview.piece);
    if (preview.piece !== null) return;
    this.ring(landing, "rim", "hint-landing");
    if (again) this.sign(landing, null);
    else if (taken) this.sign(landing, `+${taken.n}`);
  }

  /**
   * Draws a mark of the stop's kind, or its rim if it has no such mark.
   * @param {string} stop
   * @param {"rim" | "take"} mark
   * @param {string} className
   * @returns {SVGGraphicsElement}
   */
  ring(stop, mark, className) {
    const { layout, slug, svg } = this.renderer;
    const kind = `${slug}-${layout.stops.get(stop)?.getAttribute("data-kind")}`;
    const own = svg.querySelector(`#${kind}-${mark}`) ? `${kind}-${mark}` : `${kind}-rim`;
    const upright = `${own}-upright`;
    const shape = layout.held === "upright" && svg.querySelector(`#${upright}`) ? upright : own;
    const { x, y } = layout.centreOf(stop);
    const drawn = { href: `#${shape}`, transform: `translate(${x} ${y})` };
    draw(this.layer, "use", { class: "hint-under", ...drawn });
    return /** @type {SVGGraphicsElement} */ (draw(this.layer, "use", { class: `hint-ring ${className}`, ...drawn }));
  }

  /**
   * Marks a choice as right or wrong: a ring around its stop, and on it a badge with a tick or a cross.
   * @param {string} stop
   * @param {boolean} isRight
   */
  verdict(stop, isRight) {
    this.clear();
    const ring = this.ring(stop, "rim", `verdict-${isRight ? "right" : "wrong"}`);
    const { x, y } = this.renderer.layout.centreOf(stop);
    const { width, height } = ring.getBBox();
    const at = `translate(${x + 0.36 * width} ${y - 0.36 * height})`;
    const badge = draw(this.layer, "g", { class: `verdict ${isRight ? "right" : "wrong"}`, transform: at });
    draw(badge, "circle", { r: "15" });
    draw(badge, "path", { d: isRight ? "M-7 .5l5 5.5 9-11" : "M-5.5-5.5l11 11m0-11l-11 11" });
  }

  /**
   * Draws the stone as it would lie there.
   * @param {string} stop
   * @param {string | null} piece
   */
  ghost(stop, piece) {
    const { layout, slug, piles } = this.renderer;
    const i = piles.get(stop)?.length ?? 0;
    const { x, y, angle } = piece === null ? layout.rest(stop, i) : { ...layout.centreOf(stop), angle: 0 };
    const kind = piece ?? this.renderer.variant(stop, i);
    const transform = `translate(${x} ${y}) rotate(${angle})`;
    draw(this.layer, "use", { class: "hint-ghost", href: `#${slug}-piece-${kind}`, transform });
  }

  /**
   * Draws a dot beside the stop's engraved number, in the channel.
   * @param {string} stop the stop where one of several stones falls
   */
  dot(stop) {
    const { layout } = this.renderer;
    const [at, { x, y }] = [layout.centreOf(stop), this.beside(stop)];
    const isStore = layout.stops.get(stop)?.getAttribute("data-kind") === "store";
    const [cx, cy] = isStore ? [x, y] : layout.held === "upright" ? [x, (at.y + y) / 2] : [(at.x + x) / 2, y];
    draw(this.layer, "circle", { class: "hint-dot", cx: String(cx), cy: String(cy), r: "6" });
  }

  /** @param {string[]} stops in a row */
  line(stops) {
    const points = stops.map((stop) => this.renderer.layout.centreOf(stop));
    draw(this.ground, "path", { class: "hint-line", d: `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}` });
  }

  /**
   * @param {string} stop
   * @param {string | null} text null: the sign for moving again
   */
  sign(stop, text) {
    const { x, y } = this.beside(stop);
    const node = draw(this.layer, "g", { class: "hint-sign", transform: `translate(${x} ${y})` });
    const half = text === null ? 20 : 12 + 6 * text.length;
    const [left, width] = [String(-half), String(2 * half)];
    draw(node, "rect", { x: left, y: "-17", width, height: "34", rx: "17" });
    if (text === null) draw(node, "path", { class: "hint-again", d: AGAIN });
    else draw(node, "text", { "text-anchor": "middle", dy: ".36em", "font-size": "21" }).textContent = text;
  }

  /**
   * Position for a sign that covers neither stones nor their count: the channel between the rows, and at a store the end
   * across from its count.
   * @param {string} stop
   * @returns {Point}
   */
  beside(stop) {
    const { layout, svg } = this.renderer;
    const place = layout.hover(stop);
    if (layout.stops.get(stop)?.getAttribute("data-kind") !== "store") return place;
    const count = svg.querySelector(`[data-count="${stop}"]`);
    if (!count) return place;
    const { x, y } = layout.placeOf(count);
    return { x: place.x - x, y: place.y - y };
  }
}
