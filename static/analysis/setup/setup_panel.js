/**
 * Panel beside a board on which somebody sets up a position: the pieces to place, the number of stones, whose turn it is.
 *
 * @import { Game } from "../../boards/games.js"
 * @import { Role, Stop } from "../../boards/types.js"
 * @import { Draft } from "./draft.js"
 *
 * @typedef {Object} PanelActions
 * @property {(place: string, n: number) => void} count
 * @property {(stop: Stop, on: boolean) => void} burn
 * @property {(role: Role) => void} turn
 * @property {() => void} clear
 * @property {() => void} beginning
 * @property {() => void} cancel
 * @property {() => void} done
 */

import { pieceKind, roleName } from "../../boards/text/phrases.js";
import { t } from "../../i18n.js";
import { drawing, make, setText } from "../../match/dom.js";
import { roleOf } from "./draft.js";

export class SetupPanel {
  /**
   * @param {Draft} draft
   * @param {PanelActions} actions
   */
  constructor(draft, actions) {
    this.game = draft.game;
    this.actions = actions;
    /** Piece that a press places; null takes one away. @type {Role | null} */
    this.piece = this.game.roles[0];
    /** @type {Map<Role | null, HTMLElement>} */
    this.tools = new Map();
    /** @type {Map<string, Stepper>} by heap */
    this.heaps = new Map();
    this.node = make("section", { class: "setup", "aria-label": t("Set up a position") });
    if (draft.points.size) this.node.append(this.tray(draft));
    /** Number of stones at the stop that is chosen. */
    this.stones = new Stepper((n) => actions.count(this.stones.place, n));
    if (Object.keys(draft.counts).some((place) => this.game.stops.has(place))) this.node.append(this.stones.node);
    this.burnt = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox" }));
    this.burnt.addEventListener("change", () => actions.burn(this.stones.place, this.burnt.checked));
    this.burnable = make("label", { class: "setup-burnt" }, this.burnt, t("Burnt"));
    this.stones.node.append(this.burnable);
    for (const heap of draft.heaps) this.addHeap(heap, draft.places.counted[heap]);
    this.turns = this.turn(draft.turn);
    /** For those who don't see what has changed. */
    this.spoken = make("p", { class: "unseen", role: "status" });
    this.node.append(this.turns, this.buttons(), this.spoken);
  }

  /** @param {Draft} draft */
  tray(draft) {
    const node = make("div", { class: "setup-tray", role: "group", "aria-label": t("Piece to place") });
    for (const role of [...draft.places.kinds, null]) {
      const tool = make("button", { type: "button", class: "button setup-tool" });
      if (role !== null) {
        tool.dataset.piece = role;
        tool.append(drawing(`${this.game.slug}-piece-${role}`, "-34 -34 68 68", "setup-piece"));
      }
      tool.append(role === null ? t("Remove") : pieceKind(role));
      tool.addEventListener("click", () => this.take(role));
      this.tools.set(role, tool);
      node.append(tool);
    }
    this.take(this.piece);
    return node;
  }

  /** Chooses what a press on the board places. @param {Role | null} role */
  take(role) {
    this.piece = role;
    for (const [one, tool] of this.tools) tool.setAttribute("aria-pressed", String(one === role));
  }

  /**
   * @param {string} heap
   * @param {number} most
   */
  addHeap(heap, most) {
    const stepper = new Stepper((n) => this.actions.count(heap, n));
    stepper.show(heap, t(this.game.words.text("heap"), { role: roleName(roleOf(heap)) }), 0, most);
    this.heaps.set(heap, stepper);
    this.node.append(stepper.node);
  }

  /** @param {Role} mover */
  turn(mover) {
    const node = make("fieldset", { class: "setup-turn" }, make("legend", {}, t("To move")));
    for (const role of this.game.roles) {
      const radio = /** @type {HTMLInputElement} */ (make("input", { type: "radio", name: "setup-turn", value: role }));
      radio.checked = role === mover;
      radio.addEventListener("change", () => this.actions.turn(role));
      node.append(make("label", {}, radio, roleName(role)));
    }
    return node;
  }

  buttons() {
    const button = (/** @type {string} */ text, /** @type {() => void} */ act, look = "plain") => {
      const node = make("button", { type: "button", class: `button ${look}` }, text);
      node.addEventListener("click", act);
      return node;
    };
    const { clear, beginning, cancel, done } = this.actions;
    return make("div", { class: "actions" },
      button(t("Done"), done, "primary"), button(t("Cancel"), cancel),
      button(t("Clear the board"), clear), button(t("First position"), beginning));
  }

  /**
   * Shows what a draft has.
   * @param {Draft} draft
   * @param {Stop | null} chosen stop whose stones are counted
   */
  show(draft, chosen) {
    if (chosen !== null) this.showStop(draft, chosen);
    for (const [heap, stepper] of this.heaps) stepper.set(draft.counts[heap]);
    for (const radio of this.turns.querySelectorAll("input")) radio.checked = radio.value === draft.turn;
  }

  /**
   * @param {Draft} draft
   * @param {Stop} stop
   */
  showStop({ counts, burnt, places }, stop) {
    this.stones.show(stop, stopName(this.game, stop), counts[stop], places.counted[stop]);
    this.stones.node.toggleAttribute("data-burnt", burnt.includes(stop));
    this.burnt.checked = burnt.includes(stop);
    this.burnable.hidden = !places.burnable.includes(stop);
  }

  /**
   * Says what is at a place.
   * @param {Draft} draft
   * @param {string} place
   */
  tell(draft, place) {
    const heap = this.heaps.get(place);
    setText(this.spoken, heap ? `${heap.label.textContent}: ${draft.counts[place]}` : this.game.words.name(place, draft.scene, []));
  }
}

/**
 * Name of a stop with its owner: "South: pit 3"
 * @param {Game} game
 * @param {Stop} stop
 */
function stopName(game, stop) {
  const owner = game.owner(stop);
  const place = game.words.plain(stop);
  return owner ? t("{role}: {place}", { role: roleName(owner), place }) : place;
}

/** A number with a button on either side. */
class Stepper {
  /** @param {(n: number) => void} changed */
  constructor(changed) {
    this.place = "";
    this.label = make("span", { class: "setup-label" });
    this.input = /** @type {HTMLInputElement} */ (make("input", { type: "number", inputmode: "numeric", min: "0" }));
    this.less = make("button", { type: "button", class: "button setup-step" }, "−");
    this.more = make("button", { type: "button", class: "button setup-step" }, "+");
    this.input.addEventListener("input", () => this.input.value !== "" && changed(Number(this.input.value)));
    this.input.addEventListener("change", () => this.input.value === "" && changed(0));
    this.less.addEventListener("click", () => changed(Number(this.input.value) - 1));
    this.more.addEventListener("click", () => changed(Number(this.input.value) + 1));
    this.node = make("div", { class: "setup-count", role: "group" }, this.label, this.less, this.input, this.more);
  }

  /**
   * @param {string} place
   * @param {string} name
   * @param {number} n
   * @param {number} most
   */
  show(place, name, n, most) {
    this.place = place;
    setText(this.label, name);
    this.node.setAttribute("aria-label", name);
    this.input.setAttribute("aria-label", name);
    this.less.setAttribute("aria-label", t("{place}, one less", { place: name }));
    this.more.setAttribute("aria-label", t("{place}, one more", { place: name }));
    this.input.max = String(most);
    this.set(n);
  }

  /** @param {number} n */
  set(n) {
    if (Number(this.input.value) !== n || this.input.value === "") this.input.value = String(n);
  }
}
