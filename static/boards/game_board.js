/**
 * Custom element `<game-board game="mancala">` around the game's SVG, which the server renders: one state in, one
 * drawing out. It knows no rules: the page tells it the content of the board, the legal actions and what happened.
 *
 * Attributes: `parts="board"`: the drawing uses the symbols of the drawing within the element with this id.
 * `tempo="timed"`: a clock is running, so animations are short. `upright`: the media query for the upright drawing, if
 * it is not that of a phone; the page's style sheet has the same. `drawn`: nobody plays on it, and it stays as the
 * server has drawn it until something changes. A click, or one of the board's keys, skips an animation to its end.
 *
 * Events: "act" {role, action}; "refused" {role, action, stop} for a click that does nothing (role: null when none of the
 * viewer's is to move); "say" {text, plies?} for the live region (plies: those that the text describes).
 *
 * @import { Game } from "./games.js"
 * @import { Ply, Position, Scene, View } from "./types.js"
 * @typedef {"slow" | "normal" | "fast" | "none"} Speed
 */

import { begun, select } from "./input/selection.js";
import { canDrag, dragHandlers, followPointers, next } from "./input/drag.js";
import { Renderer } from "./drawing/renderer.js";
import { gameOf } from "./games.js";
import { focusStop, leadToPlayable, listen, setTabStop } from "./input/stop_input.js";
import { Layout } from "./drawing/layout.js";
import { addMarks, nextPlayable, showMarks, showPending, translateWords } from "./drawing/marks.js";
import { emptyScene } from "./scene.js";
import { sentences } from "./text/move_text.js";
import { isSowing, lastStops } from "./trace.js";

/** Loaded after the board, since seeing and playing don't need it; on a bad line perhaps never. */
const motion = import("./motion/animator.js").catch(() => null);

/** Time in ms after the last stone of a hand in which the key that dropped it does nothing else. */
const CALM = 1000;

/** Keys that skip an animation. */
const HURRY = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", " ", "Escape"]);

/** Media query of a phone held upright, the same as in boards.css. */
const UPRIGHT = "(orientation: portrait) and (max-width: 640px)";
const STILL = "(prefers-reduced-motion: reduce)";

/** @type {Position} */
const NOTHING = { facts: null, to_move: [], legal: {} };

export class GameBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {Speed} */
    this.speed = "normal";
    this.position = NOTHING;
    this.scene = emptyScene();
    /** @type {View} */
    this.view = { roles: [] };
    /** @type {string[]} */
    this.last = [];
    /** @type {string[]} stops clicked so far */
    this.chosen = [];
    /** @type {string | null} */
    this.locked = null;
    /** Time of the last stone that was dropped by key. */
    this.wentOn = -Infinity;
    this.rearrange = () => this.arrange();
    this.leave = () => document.hidden && this.skip();
  }

  connectedCallback() {
    if (!this.hasAttribute("drawn")) this.prepare();
    this.upright = window.matchMedia(this.getAttribute("upright") ?? UPRIGHT);
    this.upright.addEventListener("change", this.rearrange);
    document.addEventListener("visibilitychange", this.leave);
    this.arrange();
  }

  disconnectedCallback() {
    this.upright?.removeEventListener("change", this.rearrange);
    document.removeEventListener("visibilitychange", this.leave);
    this.skip();
  }

  prepare() {
    if (this.renderer) return;
    const svg = /** @type {SVGSVGElement} */ (this.querySelector("svg"));
    this.game = gameOf(this.getAttribute("game") ?? "");
    this.view = { roles: [], side: this.getAttribute("side") || null };
    const parts = document.getElementById(this.getAttribute("parts") ?? "") ?? svg;
    this.layout = new Layout(svg, this.getAttribute("seed") ?? this.game.slug, parts);
    this.renderer = new Renderer(svg, this.game.slug, this.layout);
    this.comeAlive(this.renderer, this.game);
    addMarks(this.layout, this.game.slug);
    if (this.game.sownByHand) followPointers(this, dragHandlers(this));
    listen(this.layout, this, { press: (stop) => this.press(stop), letGo: () => this.choose([]), goOn: () => this.goOn() });
    // In the capture phase, because other listeners may begin another animation.
    this.addEventListener("click", () => this.skip(), { capture: true });
    this.addEventListener("keydown", ({ key }) => HURRY.has(key) && this.skip(), { capture: true });
    setTabStop(this.layout, this.layout.stops.keys().next().value ?? "");
    translateWords(svg);
  }

  /**
   * Adds the animator once it has loaded; until then, changes show their result at once.
   * @param {Renderer} renderer
   * @param {Game} game
   */
  async comeAlive(renderer, game) {
    const arrived = await motion;
    if (arrived) this.animator = new arrived.Animator(renderer, game);
  }

  /** Sets the form, lying or upright, and the nearest side. `shape="lying"` on the element keeps it lying. */
  arrange() {
    if (!this.layout || !this.renderer || !this.game) return;
    const upright = this.upright?.matches && this.getAttribute("shape") !== "lying";
    const held = upright ? "upright" : "lying";
    const turned = this.game.turnsFor(this.view.side ?? null);
    if (this.arranged === `${held} ${turned}`) return;
    this.arranged = `${held} ${turned}`;
    this.skip();
    this.layout.arrange(held, turned);
    this.renderer.settle();
    if (this.position.facts) this.renderer.render(this.scene);
  }

  /**
   * Draws a position at once; ends any animation.
   * @param {Position} position
   * @param {View} view
   */
  show(position, view) {
    this.take(position, view, view.last ?? []);
    this.render();
    if (this.dataset.early) queueMicrotask(() => this.catchUp());
  }

  /** Replays clicks that came before the first position, or before this script (see early_clicks.js), once the page listens. */
  catchUp() {
    const pressed = this.dataset.early?.split(",") ?? [];
    delete this.dataset.early;
    for (const stop of pressed) this.press(stop);
  }

  /**
   * Animates plies from the shown scene and ends exactly at position, whose choices are live at once.
   * @param {Ply[]} plies
   * @param {Position} position
   * @param {View} view
   * @returns {Promise<void>} resolved when all has landed or was skipped
   */
  play(plies, position, view) {
    const before = this.scene;
    this.take(position, view, view.last ?? lastStops(plies));
    if (!view.silent) this.tell(plies);
    this.renderer?.wait(this.scene.waiting);
    return new Promise((resolve) => this.move(before, plies, { from: view.from }, () => {
      this.render();
      resolve();
    }));
  }

  /**
   * @param {Scene} before as it is shown now
   * @param {Ply[]} plies
   * @param {{from?: number, until?: number}} part of their beats
   * @param {() => void} landed called when all has landed, or at once if nothing moves
   */
  move(before, plies, part, landed) {
    const tempo = this.moves && { speed: this.moves, timed: this.getAttribute("tempo") === "timed", ...part };
    const atRest = () => {
      this.removeAttribute("data-sowing");
      landed();
    };
    // Until everything has landed, playable stops take clicks but have no rim.
    this.toggleAttribute("data-sowing", isSowing(plies));
    if (tempo && this.animator?.play(before, plies, tempo, atRest)) this.mark();
    else atRest();
  }

  /**
   * Shows the middle of a ply; the last beat is animated if the one before was shown.
   * @param {Ply} ply
   * @param {Position} position before it
   * @param {View} view last: what is marked of the plies before it in the same decision
   * @param {number} landed how many of its beats have
   */
  still(ply, position, view, landed) {
    const before = this.scene;
    this.take({ ...position, to_move: [], legal: {} }, view, view.last ?? []);
    const middle = this.animator?.middle(this.scene, ply, landed);
    if (middle) this.scene = middle.scene;
    this.last = [this.last[0] ?? middle?.first, middle?.last].filter((stop) => stop !== undefined);
    this.move(before, [ply], { from: view.from ?? landed, until: landed }, () => this.render());
  }

  /** How many beats of the motion have landed; null when nothing moves. */
  get landed() {
    return this.animator?.playing ? this.animator.landed : null;
  }

  /**
   * Changes the position behind the drawing: a running animation continues, and lands on it.
   * @param {Position} position
   * @param {View} view
   */
  keep(position, view) {
    this.believe(position, view, view.last ?? []);
    if (this.animator?.playing) this.mark();
    else this.render();
  }

  /**
   * Moves the focus to the next playable stop, or to the one before.
   * @param {1 | -1} by
   * @returns {boolean} whether there is any
   */
  seek(by) {
    if (!this.layout) return false;
    const stop = nextPlayable(this.layout, document.activeElement?.getAttribute("data-stop") ?? null, by);
    focusStop(this.layout, stop);
    return stop !== null;
  }

  /** Ends an animation on its true position. */
  skip() {
    this.animator?.finish();
  }

  /**
   * Locks the board while a command is on its way: clicks are answered with the text, its stops stay marked, and
   * nothing else looks playable. null unlocks.
   * @param {string | null} text
   */
  lock(text) {
    const changes = (text === null) !== (this.locked === null);
    this.locked = text;
    this.toggleAttribute("data-locked", text !== null);
    if (text === null) this.chosen = begun(this.game, this.position, this.view.roles);
    if (changes) this.mark();
  }

  /** The speed of animations; null without motion. */
  get moves() {
    return this.speed === "none" || window.matchMedia(STILL).matches ? null : this.speed;
  }

  /**
   * @param {Position} position
   * @param {View} view
   * @param {string[]} last
   */
  take(position, view, last) {
    this.skip();
    this.believe(position, view, last);
  }

  /**
   * @param {Position} position
   * @param {View} view
   * @param {string[]} last
   */
  believe(position, view, last) {
    this.prepare();
    this.position = position;
    this.scene = position.scene ?? /** @type {Game} */ (this.game).scene(position.facts);
    this.view = view;
    this.last = last;
    this.chosen = begun(this.game, position, view.roles);
    this.arrange();
  }

  render() {
    this.renderer?.render(this.scene);
    if (this.renderer) showPending(this.renderer, this.position.pending ?? {});
    this.mark();
  }

  mark() {
    if (!this.layout || !this.game || !this.position.facts) return;
    const { position, scene, chosen, last, view } = this;
    this.toggleAttribute("data-by-hand", canDrag(this));
    this.renderer?.tellApart(view.roles);
    const roles = this.locked === null ? view.roles : [];
    showMarks(this.layout, this.game, { position, scene, chosen, last, roles });
    if (!this.contains(document.activeElement)) leadToPlayable(this.layout);
  }

  /** @param {string[]} chosen */
  choose(chosen) {
    this.chosen = chosen.length ? chosen : begun(this.game, this.position, this.view.roles);
    this.mark();
  }

  /** @param {string} stop */
  press(stop) {
    this.skip();
    if (!this.game) return;
    if (!this.position.facts) {
      this.dataset.early = [this.dataset.early, stop].filter(Boolean).join(",");
      return;
    }
    if (this.locked !== null) {
      this.say(this.locked);
      return;
    }
    const { roles } = this.view;
    const { to_move: movers } = this.position;
    const { chosen, act, refused } = select(this.game, this.position, roles, this.chosen, stop);
    this.choose(act ? act.path : chosen);
    if (act) this.emit("act", { role: act.role, action: act.action });
    else if (refused) this.emit("refused", refused);
    else if (!movers.some((role) => roles.includes(role))) this.emit("refused", { role: null, action: null, stop });
  }

  /**
   * Drops the next stone of a hand, wherever the focus is. A quick player must not scoop by mistake.
   * @returns {boolean} whether there was one, or has been just now
   */
  goOn() {
    const now = performance.now();
    const role = this.position.to_move.find((one) => this.view.roles.includes(one) && next(this, one) !== null);
    if (!role || this.locked !== null) return now - this.wentOn < CALM;
    this.wentOn = now;
    this.emit("act", { role, action: this.game?.nextDrop?.(this.position, role) });
    return true;
  }

  /**
   * Says what happens as it begins: listeners don't wait for the animation.
   * @param {Ply[]} plies
   */
  tell(plies) {
    const text = sentences(this.game?.slug ?? "", plies, this.view.roles).join(" ");
    if (text) this.emit("say", { text, plies });
  }

  /** @param {string} text */
  say(text) {
    this.emit("say", { text });
  }

  /**
   * @param {string} type
   * @param {Record<string, unknown>} detail
   */
  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

customElements.define("game-board", GameBoard);
