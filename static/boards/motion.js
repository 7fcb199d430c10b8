/**
 * Plays beats on the table with the Web Animations API; only transform and opacity move. The printed counts follow
 * the landings. Ending early cancels everything: the caller then draws the true scene.
 *
 * @typedef {import("./timeline.js").Beat} Beat
 * @typedef {import("./draw.js").Table} Table
 * @typedef {{x: number, y: number}} Point
 */

import { draw } from "./draw.js";

const ARC = 22;

/**
 * @param {Point} p
 * @param {number} [scale]
 */
const place = (p, scale = 1) => `translate(${p.x.toFixed(1)}px, ${p.y.toFixed(1)}px) scale(${scale})`;

/**
 * Along a low arc, with a small settle at the end.
 * @param {Point} from
 * @param {Point} to
 * @param {number} [arc]
 * @returns {Keyframe[]}
 */
function flight(from, to, arc = ARC) {
  const mid = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - arc };
  return [
    { transform: place(from), easing: "ease-out" },
    { transform: place(mid, 1.14), easing: "ease-in", offset: 0.5 },
    { transform: place(to, 1.05), easing: "ease-out", offset: 0.88 },
    { transform: place(to) },
  ];
}

export class Player {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {Set<Element>} drawn for the motion only */
    this.ghosts = new Set();
    /** @type {(() => void) | null} */
    this.done = null;
  }

  get playing() {
    return this.done !== null;
  }

  /**
   * @param {Beat[]} beats in the order of landing
   * @param {() => void} done called once, when all has landed or at finish()
   */
  play(beats, done) {
    this.finish();
    this.done = done;
    const began = performance.now();
    const starts = [...beats].sort((a, b) => a.at - b.at);
    let started = 0;
    let landed = 0;
    const frame = () => {
      if (this.done !== done) return;
      const now = document.hidden ? Infinity : performance.now() - began;
      while (landed < beats.length && beats[landed].at + beats[landed].ms <= now) {
        while (started < starts.length && starts[started].at <= beats[landed].at) this.start(starts[started++]);
        this.land(beats[landed++]);
      }
      while (started < starts.length && starts[started].at <= now) this.start(starts[started++]);
      if (landed === beats.length) this.finish();
      else requestAnimationFrame(frame);
    };
    frame();
  }

  /** Ends at once; done() is called if something was playing. */
  finish() {
    const { done } = this;
    if (!done) return;
    this.done = null;
    for (const animation of this.running) animation.cancel();
    for (const ghost of this.ghosts) ghost.remove();
    this.running.clear();
    this.ghosts.clear();
    done();
  }

  /** @param {Beat} beat */
  start(beat) {
    const { table } = this;
    const { layout } = table;
    switch (beat.move) {
      case "lift": {
        const [[stop, n]] = beat.from;
        table.print(stop, 0);
        const hover = layout.hover(stop);
        this.takeAway(table.take(stop, n), (from) => [
          { transform: place(from), opacity: 1 }, { transform: place(hover), opacity: 0.2 }], beat.ms);
        this.moveHand(beat, stop);
        break;
      }
      case "drop": {
        const stop = /** @type {string} */ (beat.to);
        this.moveHand(beat, stop);
        const node = table.addStone(stop);
        this.animate(node, flight(layout.hover(stop), this.where(node)), beat.ms);
        break;
      }
      case "lose": {
        const [[stop]] = beat.from;
        this.moveHand(beat, stop);
        const node = table.addStone(/** @type {string} */ (beat.to));
        this.animate(node, flight(layout.at(stop), this.where(node), 50), beat.ms);
        break;
      }
      case "carry": {
        const to = layout.at(/** @type {string} */ (beat.to));
        for (const [stop, n] of beat.from) {
          table.print(stop, 0);
          this.takeAway(table.take(stop, n), (from) => flight(from, to, 60), beat.ms);
        }
        break;
      }
      case "slide": {
        const [[stop]] = beat.from;
        const to = /** @type {string} */ (beat.to);
        const from = layout.at(stop);
        const target = layout.at(to);
        const node = table.slide(stop, to);
        const far = Math.hypot(target.x - from.x, target.y - from.y);
        if (node) this.animate(node, flight(from, target, far > 120 ? 34 : 8), beat.ms);
        break;
      }
      case "enter":
        this.enter(beat);
        break;
      case "leave":
        for (const [stop] of beat.from) {
          const node = table.lift(stop);
          if (node) this.takeAway([node], (from) => [
            { transform: place(from), opacity: 1 },
            { transform: place({ x: from.x, y: from.y - 26 }, 1.12), opacity: 0.9, offset: 0.5 },
            { transform: place({ x: from.x, y: from.y - 40 }, 0.8), opacity: 0 }], beat.ms);
        }
        break;
      case "flash":
        this.flash(beat);
        break;
      case "fill":
        this.fill(beat);
        break;
    }
  }

  /** @param {Beat} beat */
  land(beat) {
    for (const [stop, n] of Object.entries(beat.counts)) this.table.print(stop, n);
    if (beat.move === "carry" && beat.to !== null) this.table.count(beat.to, beat.counts[beat.to]);
    if (beat.hand === 0) this.table.hand(beat.role, 0, null);
  }

  /** @param {Beat} beat */
  enter({ role, to, ms }) {
    const { table } = this;
    const heap = `heap ${role}`;
    const left = (table.piles.get(heap)?.length ?? 1) - 1;
    const from = table.layout.rest(heap, Math.max(left, 0));
    table.count(heap, Math.max(left, 0));
    const stop = /** @type {string} */ (to);
    this.animate(table.man(stop, role), flight(from, table.layout.at(stop), 30), ms);
  }

  /** @param {Beat} beat */
  flash({ lines = [], ms }) {
    const layer = this.table.svg.querySelector('[data-layer="mills"]');
    if (!layer) return;
    for (const line of lines) {
      const points = line.map((stop) => this.table.layout.at(stop));
      const d = `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;
      const node = draw(layer, "path", { d });
      this.ghosts.add(node);
      this.animate(node, [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], ms, "forwards");
    }
  }

  /** @param {Beat} beat */
  fill({ to, counts, burnt = [], ms }) {
    const { table } = this;
    const from = table.layout.at(/** @type {string} */ (to));
    table.burn(burnt, Object.keys(counts));
    for (const [stop, n] of Object.entries(counts)) {
      const before = table.piles.get(stop)?.length ?? 0;
      table.count(stop, n);
      for (const node of table.piles.get(stop)?.slice(before) ?? []) {
        this.animate(node, flight(from, this.where(node), 50), ms);
      }
    }
  }

  /**
   * @param {Beat} beat
   * @param {string} stop
   */
  moveHand({ role, hand, ms }, stop) {
    const node = this.table.svg.querySelector(`[data-hand="${role}"]`);
    if (!node) return;
    const hidden = node.hasAttribute("display");
    const from = this.where(node);
    this.table.hand(role, hand || 1, stop);
    if (hand === 0) this.table.hold(role, 0);
    const to = this.where(node);
    if (hidden) this.animate(node, [{ transform: place(to, 0.5), opacity: 0 }, { transform: place(to), opacity: 1 }], ms);
    else this.animate(node, [{ transform: place(from) }, { transform: place(to) }], ms * 0.8);
  }

  /**
   * Nodes that leave the table: moved, then gone.
   * @param {SVGElement[]} nodes
   * @param {(from: Point) => Keyframe[]} path
   * @param {number} ms
   */
  takeAway(nodes, path, ms) {
    for (const node of nodes) {
      this.ghosts.add(node);
      node.parentElement?.append(node);
      const animation = this.animate(node, path(this.where(node)), ms, "forwards");
      animation.onfinish = () => {
        node.remove();
        this.running.delete(animation);
      };
    }
  }

  /**
   * Where a node stands by its transform attribute.
   * @param {Element} node
   * @returns {Point}
   */
  where(node) {
    const [x = 0, y = 0] = (node.getAttribute("transform") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
    return { x, y };
  }

  /**
   * @param {Element} node
   * @param {Keyframe[]} keyframes
   * @param {number} ms
   * @param {FillMode} [fill]
   * @returns {Animation}
   */
  animate(node, keyframes, ms, fill = "none") {
    const animation = node.animate(keyframes, { duration: ms, fill });
    this.running.add(animation);
    animation.onfinish = () => this.running.delete(animation);
    return animation;
  }
}
