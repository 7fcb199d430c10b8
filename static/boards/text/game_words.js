/**
 * Words of one game, read from the `<words>` of its drawing. Its attributes; a plural is "{n} stone|{n} stones", with a
 * third form for none if that differs:
 *
 * - `stones`: the pieces in pits or on points; `scored`: what the score counts, if not these; `piece`: one piece;
 * - `pit`, `store`: names of stops; `own-store`, `other-store`: the same in a sentence about the role that acts;
 * - `last`, `lost`, `danger`: where the last stone of a hand falls, what became of a misplaced one, and where one would be lost;
 * - `own-row`, `other-row`: a side of a sowing board; `pieces`: a side of another board, with the fact that `counted` names;
 * - `heap`: a {role}'s heap, where a position is set up.
 *
 * @import { StopInfo } from "../games.js"
 * @import { Role, Scene, Stop } from "../types.js"
 */

import { t, tn } from "../../i18n.js";
import { countedName, pieceName } from "./phrases.js";

export class GameWords {
  /**
   * @param {Element | null} node
   * @param {Map<Stop, StopInfo>} stops
   */
  constructor(node, stops) {
    this.node = node;
    this.stops = stops;
  }

  /** Text as the drawing has it; empty if it has none. @param {string} name */
  text(name) {
    return this.node?.getAttribute(name) ?? "";
  }

  /**
   * @param {string} name
   * @param {number} n
   * @param {Record<string, string | number>} [args]
   */
  plural(name, n, args = {}) {
    const [one, other, none] = this.text(name).split("|");
    return n === 0 && none !== undefined ? t(none, { n, ...args }) : tn(one, other, n, args);
  }

  /** "7 shells" @param {number} n */
  stones(n) {
    return this.plural("stones", n);
  }

  /** "7 pawns taken" @param {number} n */
  scored(n) {
    return this.text("scored") ? this.plural("scored", n) : this.stones(n);
  }

  /**
   * Name of a stop in a sentence about a role's action: "house 5", "the storehouse"
   * @param {Stop} stop
   * @param {Role} role
   */
  placeName(stop, role) {
    const info = this.stops.get(stop);
    if (info?.kind !== "store") return this.plain(stop);
    return t(this.text(info.owner === role ? "own-store" : "other-store"));
  }

  /** "the last shell falls into house 5" @param {string} at */
  last(at) {
    return t(this.text("last"), { at });
  }

  /** "the shell in the burnt house 5 is lost" @param {string} at */
  lost(at) {
    return t(this.text("lost"), { at });
  }

  /**
   * Accessible name of a stop.
   * @param {Stop} stop
   * @param {Scene} scene
   * @param {Role[]} roles the viewer's
   */
  name(stop, scene, roles) {
    const { kind = "", owner = null } = this.stops.get(stop) ?? {};
    if (kind === "point") return pieceName(this.plain(stop), scene.men[stop], t(this.text("piece")), roles);
    const holds = scene.burnt.includes(stop) ? t("burnt") : this.stones(scene.counts[stop]);
    const name = owner ? countedName(this.plain(stop), owner, holds, roles) : `${this.plain(stop)}, ${holds}`;
    return scene.sealed.includes(stop) ? t("{name}, chosen", { name }) : name;
  }

  /** "a7", "pit 3", "store" @param {Stop} stop */
  plain(stop) {
    const { kind = "", name = "" } = this.stops.get(stop) ?? {};
    const called = this.text(kind);
    return called ? t(called, { n: name }) : name;
  }
}
