/**
 * What somebody puts on a board: what lies where, and whose turn it is. Nothing here asks whether such a position can be.
 *
 * @import { Game } from "../../boards/games.js"
 * @import { Position, Role, Scene, Stop } from "../../boards/types.js"
 *
 * @typedef {Object} Places   as the server names them
 * @property {Stop[]} points   stops for single pieces
 * @property {string[]} kinds   kinds of these pieces
 * @property {Record<string, number>} counted   the most stones that a stop or heap can hold
 * @property {Stop[]} burnable   stops that may be burnt
 */

/** Role of a heap that is named "heap white". @param {string} heap */
export const roleOf = (heap) => heap.split(" ")[1] ?? "";

export class Draft {
  /**
   * @param {Game} game
   * @param {Places} places
   * @param {Pick<Position, "facts" | "to_move">} position
   */
  constructor(game, places, { facts, to_move: [mover] }) {
    this.game = game;
    this.places = places;
    this.points = new Set(places.points);
    this.turn = game.roles.includes(facts.control) ? facts.control : mover ?? game.roles[0];
    this.shown = game.scene(facts);
    /** @type {Record<string, number>} */
    this.counts = Object.fromEntries(Object.keys(places.counted).map((place) => [place, this.shown.counts[place] ?? 0]));
    /** @type {Record<Stop, Role>} */
    this.men = { ...this.shown.men };
    this.burnt = [...this.shown.burnt];
  }

  /** Heaps whose stones can be counted: places that are no stops of the board. */
  get heaps() {
    return Object.keys(this.counts).filter((place) => !this.game.stops.has(place));
  }

  /** What the board shows of it. @returns {Scene} */
  get scene() {
    const hands = Object.fromEntries(this.game.roles.map((role) => [role, { n: 0, at: null }]));
    return { counts: { ...this.shown.counts, ...this.counts }, men: { ...this.men }, hands, burnt: this.burnt, waiting: [], sealed: [] };
  }

  /** As the server takes it. */
  get plain() {
    const { turn, counts, men, burnt } = this;
    return { turn, counts, men, burnt };
  }

  /** Whether stones lie at a place and can be counted there. @param {string} place */
  isCounted(place) {
    return place in this.counts && !this.burnt.includes(place);
  }

  /**
   * @param {string} place
   * @param {number} n as many as can lie there, if that is less
   */
  setCount(place, n) {
    if (this.isCounted(place)) this.counts[place] = Math.max(0, Math.min(Math.trunc(n) || 0, this.places.counted[place]));
  }

  /**
   * Lets a stop be burnt, with nothing in it, or not.
   * @param {Stop} stop
   * @param {boolean} on
   */
  burn(stop, on) {
    this.setCount(stop, 0);
    this.burnt = [...this.burnt.filter((one) => one !== stop), ...(on ? [stop] : [])];
  }

  /**
   * Puts a piece on a point, or takes what stands there away. A heap holds no more pieces than are left for it.
   * @param {Stop} point
   * @param {Role | null} role
   */
  put(point, role) {
    delete this.men[point];
    if (role === null) return;
    this.men[point] = role;
    const heap = this.heaps.find((one) => roleOf(one) === role);
    if (!heap) return;
    const standing = Object.values(this.men).filter((one) => one === role).length;
    this.setCount(heap, Math.min(this.counts[heap], this.places.counted[heap] - standing));
  }

  /**
   * Moves a piece, or one stone.
   * @param {Stop} from
   * @param {Stop} to
   */
  move(from, to) {
    const role = this.men[from];
    if (role && this.points.has(to)) {
      delete this.men[from];
      this.men[to] = role;
    } else if (this.isCounted(from) && this.isCounted(to) && this.counts[from] && this.counts[to] < this.places.counted[to]) {
      this.counts[from] -= 1;
      this.counts[to] += 1;
    }
  }

  /** Takes everything off the board. */
  clear() {
    for (const place of Object.keys(this.counts)) this.counts[place] = 0;
    this.men = {};
    this.burnt = [];
  }
}
