/**
 * Renders a scene on the board and keeps the nodes: a stone that stays is never touched. It adopts the server's
 * drawing, so that nothing flashes when the script starts.
 *
 * @import { Hand, Scene } from "../types.js"
 * @import { Layout, Point } from "./layout.js"
 */

import { variant } from "./scatter.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} parent
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @returns {SVGElement}
 */
export function draw(parent, tag, attributes) {
  const node = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent.append(node);
  return node;
}

/**
 * @param {Element} node
 * @param {boolean} on
 */
export function display(node, on) {
  if (on) node.removeAttribute("display");
  else node.setAttribute("display", "none");
}

/**
 * Symbol of a stone, and its rotation or scale, as CSS.
 * @param {SVGElement} stone
 * @returns {{href: string, turn: string}}
 */
export function bare(stone) {
  const use = stone.firstElementChild;
  const turn = use?.getAttribute("transform") ?? "";
  return { href: use?.getAttribute("href") ?? "", turn: turn.replace(/rotate\(([-\d.]+)\)/, "rotate($1deg)") };
}

/** Distance of two hands that are at one stop. */
const ASIDE = 18;

export class Renderer {
  /**
   * @param {SVGSVGElement} svg
   * @param {string} slug
   * @param {Layout} layout
   */
  constructor(svg, slug, layout) {
    this.svg = svg;
    this.slug = slug;
    this.layout = layout;
    this.layer = /** @type {Element} */ (svg.querySelector('[data-layer="pieces"]'));
    this.variants = layout.parts.querySelectorAll(`symbol[id^="${slug}-piece-"]`).length;
    /** @type {Map<string, SVGElement[]>} stones by pit or heap */
    this.piles = new Map();
    /** @type {Scene["hands"]} */
    this.hands = {};
    /** @type {Map<string, Point>} places to which hands are dragged, by role */
    this.led = new Map();
    /** @type {Map<string, {kind: string, node: SVGElement}>} single pieces by stop */
    this.men = new Map();
    for (const node of this.layer.querySelectorAll("[data-on]")) this.adopt(/** @type {SVGElement} */ (node));
  }

  /**
   * Registers a piece that the server has drawn.
   * @param {SVGElement} node
   */
  adopt(node) {
    const stop = node.getAttribute("data-on") ?? "";
    node.removeAttribute("data-on");
    const kind = node.firstElementChild?.getAttribute("href")?.slice(`#${this.slug}-piece-`.length) ?? "";
    if (node.classList.contains("man")) this.men.set(stop, { kind, node });
    else this.piles.set(stop, [...(this.piles.get(stop) ?? []), node]);
  }

  /**
   * Shows a scene, changing only what differs.
   * @param {Scene} scene
   */
  render(scene) {
    for (const [stop, n] of Object.entries(scene.counts)) this.count(stop, n);
    for (const stop of [...this.men.keys()]) if (scene.men[stop] !== this.men.get(stop)?.kind) this.lift(stop)?.remove();
    for (const [stop, kind] of Object.entries(scene.men)) this.man(stop, kind);
    this.hands = scene.hands;
    for (const [role, { n, at }] of Object.entries(scene.hands)) this.hand(role, n, at);
    this.burn(scene.burnt);
    this.wait(scene.waiting);
  }

  /**
   * Marks the roles that have chosen in secret.
   * @param {string[]} roles
   */
  wait(roles) {
    for (const node of this.svg.querySelectorAll("[data-sealed]")) {
      display(node, roles.includes(node.getAttribute("data-sealed") ?? ""));
    }
  }

  /** Moves everything to its position after the layout has changed. */
  settle() {
    for (const [stop, nodes] of this.piles) nodes.forEach((node, i) => this.putStone(node, stop, i));
    for (const [stop, { node }] of this.men) this.putMan(node, stop);
  }

  /**
   * Shows a number of stones, and prints it.
   * @param {string} stop
   * @param {number} n
   */
  count(stop, n) {
    this.print(stop, n);
    const pile = this.reserve(stop, n);
    while (pile.length > n) pile.pop()?.remove();
  }

  /**
   * Element in which the number of stones is printed.
   * @param {string} stop
   * @returns {SVGElement | null}
   */
  counter(stop) {
    return this.svg.querySelector(`[data-count="${stop}"]`);
  }

  /**
   * @param {string} stop
   * @param {number} n
   */
  print(stop, n) {
    const text = this.counter(stop);
    if (text && text.textContent !== String(n)) text.textContent = String(n);
    text?.classList.toggle("none", n === 0);
  }

  /**
   * Creates the stones of a pile up to the n-th, whether or not so many lie there now.
   * @param {string} stop
   * @param {number} n
   * @returns {SVGElement[]}
   */
  reserve(stop, n) {
    const pile = this.piles.get(stop) ?? [];
    while (pile.length < n) this.addStone(stop, pile);
    return pile;
  }

  /**
   * Adds a stone where the next one rests. The printed count stays as it is.
   * @param {string} stop
   * @param {SVGElement[]} [pile]
   * @returns {SVGElement}
   */
  addStone(stop, pile = this.piles.get(stop) ?? []) {
    this.piles.set(stop, pile);
    const node = draw(this.layer, "g", { class: "stone" });
    draw(node, "use", { href: `#${this.slug}-piece-${this.variant(stop, pile.length)}` });
    this.putStone(node, stop, pile.length);
    pile.push(node);
    return node;
  }

  /**
   * Symbol of a stone: fixed by its place, so that everybody sees the same pile.
   * @param {string} stop
   * @param {number} i
   */
  variant(stop, i) {
    return this.layout.heap(stop)?.getAttribute("data-piece") ?? variant(this.layout.scatter(stop), i, this.variants);
  }

  /**
   * @param {SVGElement} node
   * @param {string} stop
   * @param {number} i
   */
  putStone(node, stop, i) {
    const { x, y, angle } = this.layout.rest(stop, i);
    const scale = this.layout.heap(stop)?.getAttribute("data-scale");
    node.setAttribute("transform", `translate(${x} ${y})`);
    node.firstElementChild?.setAttribute("transform", scale ? `scale(${scale})` : `rotate(${angle})`);
  }

  /**
   * @param {string} stop
   * @param {string} kind
   * @returns {SVGElement}
   */
  man(stop, kind) {
    const there = this.men.get(stop);
    if (there) return there.node;
    const node = this.drawMan(stop, kind);
    this.men.set(stop, { kind, node });
    return node;
  }

  /**
   * Draws a piece at a stop without registering it.
   * @param {string} stop
   * @param {string} kind
   * @returns {SVGElement}
   */
  drawMan(stop, kind) {
    const node = draw(this.layer, "g", { class: "man" });
    draw(node, "use", { href: `#${this.slug}-piece-${kind}` });
    this.putMan(node, stop);
    return node;
  }

  /**
   * @param {SVGElement} node
   * @param {string} stop
   */
  putMan(node, stop) {
    const { x, y } = this.layout.centreOf(stop);
    node.setAttribute("transform", `translate(${x} ${y})`);
  }

  /**
   * Unregisters a piece and returns its node.
   * @param {string} stop
   */
  lift(stop) {
    const there = this.men.get(stop);
    this.men.delete(stop);
    return there?.node;
  }

  /**
   * @param {string} role
   * @param {number} n
   * @param {string | null} at
   */
  hand(role, n, at) {
    const node = this.svg.querySelector(`[data-hand="${role}"]`);
    if (!node) return;
    display(node, n > 0 && at !== null);
    if (at !== null) {
      const { x, y } = this.handAt(role, at);
      node.setAttribute("transform", `translate(${x} ${y})`);
    }
    this.hold(role, n);
  }

  /**
   * Position of a role's hand that is at a stop: under the pointer that drags it, or hovering; beside the other's, if that
   * is there.
   * @param {string} role
   * @param {string} stop
   */
  handAt(role, stop) {
    const [other] = Object.entries(this.hands).find(([one, { n, at }]) => one !== role && n && at === stop) ?? [role];
    return this.led.get(role) ?? this.layout.hover(stop, (Number(role > other) - Number(role < other)) * ASIDE);
  }

  /**
   * Moves a hand that follows a pointer.
   * @param {string} role
   * @param {Point | null} to null: from now on it is at its true place
   * @param {Hand} hand
   */
  lead(role, to, { n, at }) {
    if (to) this.led.set(role, to);
    else this.led.delete(role);
    this.hand(role, n, at);
  }

  /**
   * Marks the hands that are not the viewer's.
   * @param {string[]} roles
   */
  tellApart(roles) {
    for (const node of this.svg.querySelectorAll("[data-hand]")) {
      const own = !roles.length || roles.includes(node.getAttribute("data-hand") ?? "");
      node.toggleAttribute("data-others", !own);
    }
  }

  /**
   * Shows the content of a hand: the number, and as many stones as are visible in it.
   * @param {string} role
   * @param {number} n
   */
  hold(role, n) {
    const hand = this.svg.querySelector(`[data-hand="${role}"]`);
    const text = hand?.querySelector("[data-held]");
    if (text && text.textContent !== String(n)) text.textContent = String(n);
    hand?.querySelectorAll(".held").forEach((node, i) => display(node, i < n));
  }

  /**
   * @param {string} stop
   * @returns {SVGElement | null}
   */
  burnMark(stop) {
    return this.layout.stops.get(stop)?.querySelector(".burnt") ?? null;
  }

  /**
   * Marks the burnt houses.
   * @param {string[]} burnt
   */
  burn(burnt) {
    for (const [stop, node] of this.layout.stops) {
      const mark = this.burnMark(stop);
      if (!mark) continue;
      node.toggleAttribute("data-burnt", burnt.includes(stop));
      display(mark, burnt.includes(stop));
    }
  }
}
