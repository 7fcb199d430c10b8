/**
 * Tree of the moves that were tried from each ply of the match. Nothing here knows the rules: a move that was read from the server
 * has no position until it is tried again.
 *
 * @import { Position } from "../../boards/types.js"
 * @import { Ply } from "../../match/types.js"
 *
 * @typedef {Object} VariationNode      one tried decision
 * @property {string} role
 * @property {string} action
 * @property {Ply[]} plies      with the forced plies after it; their n is 0
 * @property {Position | null} position   after it; null until it is tried
 * @property {boolean} continues   it only goes on with the sowing of the one before, if that is the same role's
 * @property {VariationNode[]} after    decisions tried next; the first of them is the way forward
 *
 * @typedef {[number, string, string]} TriedMove   as the server stores it: the index of the move before it in the list, or -1 - ply for
 *   the first one after a ply; role; action
 *
 * @typedef {{ply: number, path: VariationNode[]}} TreePlace   the ply of the match that a variation leaves, and the decisions since
 *
 * @typedef {{depth: number, lead: VariationNode[], line: VariationNode[]}} VariationRow   lead: the decisions that lead to the first of the line
 */

import { t } from "../../i18n.js";

/** Largest number of nodes, as the server bounds them. */
const MOST = 600;
export const FULL = t("There is no room for more moves. Delete a variation first.");

export class VariationTree {
  constructor() {
    /** @type {Map<number, VariationNode[]>} by ply */
    this.trees = new Map();
  }

  /** All moves as the server stores them. @returns {TriedMove[]} */
  get moves() {
    /** @type {TriedMove[]} */
    const moves = [];
    const write = (/** @type {VariationNode[]} */ nodes, /** @type {number} */ before) => {
      for (const { role, action, after } of nodes) {
        moves.push([before, role, action]);
        write(after, moves.length - 1);
      }
    };
    for (const ply of this.plies) write(this.trees.get(ply) ?? [], -1 - ply);
    return moves;
  }

  /**
   * Adds moves that the server has stored, as far as there is room.
   * @param {TriedMove[]} moves
   * @param {(action: string) => boolean} continues   whether an action only goes on with a sowing
   */
  merge(moves, continues) {
    /** @type {(TreePlace | null)[]} places that the moves lead to */
    const places = [];
    for (const [before, role, action] of moves) {
      const place = before < 0 ? { ply: -1 - before, path: [] } : places[before];
      const node = place && this.add(place, { role, action, plies: [], position: null, continues: continues(action), after: [] });
      places.push(place && node && { ply: place.ply, path: [...place.path, node] });
    }
  }

  /** Plies that have variations, the earliest first. */
  get plies() {
    return [...this.trees.keys()].sort((one, other) => one - other);
  }

  /** Number of decisions in the tree. */
  get size() {
    return [...this.trees.values()].reduce((sum, all) => sum + count(all), 0);
  }

  /**
   * Nodes that were tried from a place.
   * @param {TreePlace} place
   * @returns {VariationNode[]}
   */
  from({ ply, path }) {
    return path.length ? path[path.length - 1].after : this.trees.get(ply) ?? [];
  }

  /**
   * @param {TreePlace} place
   * @param {string} role
   * @param {string} action
   */
  next(place, role, action) {
    return this.from(place).find((one) => one.role === role && one.action === action);
  }

  /**
   * Adds a tried decision, once.
   * @param {TreePlace} place
   * @param {VariationNode} node
   * @returns {VariationNode | null} the stored one; null if there is no room
   */
  add(place, node) {
    const known = this.next(place, node.role, node.action);
    if (known) return known;
    if (this.size >= MOST) return null;
    if (place.path.length) this.from(place).push(node);
    else this.trees.set(place.ply, [...this.from(place), node]);
    return node;
  }

  /**
   * Removes the last decision of a place and everything tried after it.
   * @param {TreePlace} place
   */
  remove({ ply, path }) {
    const before = { ply, path: path.slice(0, -1) };
    const left = this.from(before).filter((one) => one !== path[path.length - 1]);
    if (before.path.length) before.path[before.path.length - 1].after = left;
    else if (left.length) this.trees.set(ply, left);
    else this.trees.delete(ply);
  }

  /**
   * Rows of the variations that begin at a ply, each followed by its own variations.
   * @param {number} ply
   * @returns {VariationRow[]}
   */
  rows(ply) {
    return branches(this.from({ ply, path: [] }), [], 1);
  }
}

/**
 * Place one decision further. A handful of shells that is dropped one by one counts as one.
 * @param {TreePlace} place
 * @param {VariationNode[]} after what was tried from there
 * @param {boolean} [single] also of a handful only one
 * @returns {TreePlace} the same place if nothing was tried further
 */
export function onward({ ply, path }, [next], single = false) {
  const further = next ? [...path, next] : path;
  const more = next?.after.find((one) => continuesSowing(next, one));
  return more && !single ? onward({ ply, path: further }, [more]) : { ply, path: further };
}

/**
 * Place one decision back.
 * @param {TreePlace} place
 * @param {boolean} [single]
 * @returns {TreePlace}
 */
export function backward({ ply, path }, single = false) {
  const [before, last] = path.slice(-2);
  const place = { ply, path: path.slice(0, -1) };
  return !single && last && continuesSowing(before, last) ? backward(place) : place;
}

/**
 * Whether a decision continues the sowing of the one before.
 * @param {VariationNode} before
 * @param {VariationNode} node
 */
export function continuesSowing(before, node) {
  return node.role === before.role && node.continues;
}

/** @param {VariationNode[]} all @returns {number} */
const count = (all) => all.reduce((sum, { after }) => sum + 1 + count(after), 0);

/**
 * @param {VariationNode[]} all
 * @param {VariationNode[]} lead
 * @param {number} depth
 * @returns {VariationRow[]}
 */
function branches(all, lead, depth) {
  return all.flatMap((first) => {
    const line = [first];
    for (let [next] = first.after; next; [next] = next.after) line.push(next);
    const beside = line.flatMap((one, i) => branches(one.after.slice(1), [...lead, ...line.slice(0, i + 1)], depth + 1));
    return [{ depth, lead, line }, ...beside];
  });
}

/**
 * Whether two places are the same.
 * @param {TreePlace} one
 * @param {TreePlace} other
 */
export function same(one, other) {
  return one.ply === other.ply && one.path.length === other.path.length && one.path.every((node, i) => node === other.path[i]);
}
