/** Address of the analysis board: where play begins and the moves from there. The form and the links that lead on follow it. */

import { make } from "../../match/dom.js";

/** Least time in ms between two names that the browser's history takes. */
const REST = 300;
/** Parts of the address that say where the moves begin. */
const STARTS = ["match", "ply", "position"];

export class BoardAddress {
  /**
   * @param {HTMLFormElement} form that goes to the same address
   * @param {HTMLAnchorElement[]} ways links to a match that begins here
   * @param {boolean} always whether the moves are named also where there are none, since the page begins later then
   */
  constructor(form, ways, always) {
    this.form = form;
    this.ways = ways;
    this.always = always;
    this.query = new URL(location.href).searchParams;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.naming = undefined;
  }

  /** All but the moves, the options of the game among it. @returns {Record<string, string>} */
  get options() {
    return Object.fromEntries([...this.query].filter(([name]) => name !== "moves"));
  }

  get isByHand() {
    return this.query.has("position");
  }

  /**
   * @param {string[]} moves
   * @param {boolean} goesOn whether a match can begin after them
   */
  nameMoves(moves, goesOn) {
    if (moves.length || this.always) this.query.set("moves", moves.join(" "));
    else this.query.delete("moves");
    for (const way of this.ways) {
      way.search = String(this.query);
      // A match begins after moves from a first position.
      way.hidden = !goesOn || this.isByHand;
    }
    this.write();
  }

  /** Begins at a position that was set up by hand. @param {string} text */
  namePosition(text) {
    for (const name of ["moves", ...STARTS]) this.query.delete(name);
    this.query.set("position", text);
    this.keep();
    this.write();
  }

  /** Goes back to what it was. @param {string} query */
  restore(query) {
    this.query = new URLSearchParams(query);
    this.keep();
    this.write();
  }

  /** Lets the form send where its moves begin. */
  keep() {
    for (const field of this.form.querySelectorAll("input[type=hidden]")) field.remove();
    this.form.append(...Object.entries(this.options).map(([name, value]) => make("input", { type: "hidden", name, value })));
  }

  write() {
    const address = new URL(location.href);
    address.search = String(this.query);
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-with-position]"))) link.search = address.search;
    clearTimeout(this.naming);
    this.naming = setTimeout(() => history.replaceState(null, "", address), REST);
  }
}
