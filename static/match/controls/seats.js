/**
 * Seats: the two lines beside the board with who sits there, whether they are present and whose turn it is, in words, with a shape
 * and a colour; and the names and marks of sides.
 *
 * @import { LiveMatch } from "../state/live_match.js"
 * @import { Seat } from "../types.js"
 */

import { gameOf } from "../../boards/games.js";
import { andList, capitalized, isYou, roleName } from "../../boards/text/phrases.js";
import { t, tn, tp } from "../../i18n.js";
import { LEVEL_NAMES } from "../../protocol.js";
import { hidesNames, isHidden } from "../../people/strangers.js";
import { drawing, make, setText } from "../dom.js";

/**
 * Mark of a side, the same on seats and in the move list: its piece, or the letter of its end of the board.
 * @param {string} game
 * @param {string} role
 * @returns {Element}
 */
export function sideMark(game, role) {
  const symbol = `${game}-piece-${role}`;
  if (document.getElementById(symbol)) return drawing(symbol, "-34 -34 68 68", "side-mark");
  return make("span", { class: `side-mark letter ${role}`, "aria-hidden": "true" }, roleName(role).charAt(0));
}

/**
 * The drawing of a player's face, if the page has one for the role.
 * @param {string} role
 * @returns {Element[]}
 */
export function faceOf(role) {
  const { [role]: face = "" } = /** @type {Record<string, string>} */ (JSON.parse(document.getElementById("faces")?.textContent ?? "{}"));
  return face ? [drawing(`face-${face}`, "0 0 64 64", "face")] : [];
}

/**
 * Mark of a player: the piece of their side, or their face in place of a mere letter.
 * @param {string} game
 * @param {string} role
 * @returns {Element}
 */
export function playerMark(game, role) {
  const mark = sideMark(game, role);
  return mark.matches(".letter") ? faceOf(role)[0] ?? mark : mark;
}

/**
 * The player's face, and the piece of their side if it has one.
 * @param {string} game
 * @param {string} role
 */
function marks(game, role) {
  const mark = playerMark(game, role);
  return mark.matches(".face") ? [mark] : [...faceOf(role), mark];
}

/**
 * @param {Seat[]} seats
 * @param {string} role
 * @returns {string} the name of who sits there, as the viewer wants to see it
 */
export function nameOf(seats, role) {
  const { name = "", level = "", player = idOf(role) } = seats.find((seat) => seat.role === role) ?? {};
  // Two at one screen have the English names of their sides.
  if (!name || name === capitalized(role)) return roleName(role);
  if (isHidden(player)) return seats.some((seat) => seat.role !== role && !isHidden(idOf(seat.role))) ? t("Opponent") : roleName(role);
  return level in LEVEL_NAMES ? t(LEVEL_NAMES[level]) : name;
}

/** Id of the player on a seat, where the viewer hides the names of strangers. @param {string} role */
function idOf(role) {
  if (!hidesNames()) return "";
  const { [role]: id = "" } = JSON.parse(document.getElementById("players")?.textContent ?? "{}");
  return id;
}

/**
 * "alice and bob"
 * @param {Seat[]} seats
 * @param {string[]} roles
 */
export const namesOf = (seats, roles) => andList(roles.map((role) => nameOf(seats, role)));

/**
 * @param {Seat[]} seats
 * @param {string} role
 * @returns {string} the other one
 */
export const otherRole = (seats, role) => seats.find((seat) => seat.role !== role)?.role ?? "";

class SeatLine {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    this.mark = make("span", { class: "seat-mark" });
    this.side = make("span", { class: "unseen" });
    this.name = make("strong", { class: "seat-name" });
    this.rating = make("span", { class: "seat-rating" });
    this.you = make("span", { class: "seat-you" });
    this.presence = make("span", { class: "seat-presence" });
    this.score = make("span", { class: "seat-score" });
    this.turn = make("span", { class: "seat-turn" });
    this.role = "";
    node.append(this.mark, this.side, this.name, this.rating, this.you, this.presence, this.score, this.turn);
  }

  /**
   * @param {LiveMatch} live
   * @param {string} role
   * @param {string[]} moving the roles whose move is being shown
   * @param {string[]} sowing those whose stones still fall: until they lie, nobody is asked to move
   * @param {Record<string, string>} ratings
   */
  render(live, role, moving, sowing, ratings) {
    const { match, you, here, position } = live;
    if (this.role !== role) this.mark.replaceChildren(...marks(match.game, role));
    this.role = role;
    this.node.dataset.role = role;
    const name = nameOf(match.seats, role);
    setText(this.name, name);
    setText(this.side, name === roleName(role) ? "" : roleName(role));
    setText(this.you, isYou(role, you) ? t("you") : "");
    this.renderPresence(here === null ? null : here.includes(role));
    // Only casual matches have programs of people, and only rated ones have ratings.
    setText(this.rating, match.programs.includes(role) ? t("by program") : ratings[role] ?? "");
    setText(this.score, standingText(position.facts, role));
    const turn = sowing.length ? "" : turnText(live, role);
    this.node.toggleAttribute("data-won", match.result?.winner === role);
    this.node.toggleAttribute("data-turn", turn !== "");
    const late = live.outOfTime.includes(role) ? t("Time is up") : "";
    setText(this.turn, late || turn || stateText(live, role, moving));
  }

  /** @param {boolean | null} here */
  renderPresence(here) {
    this.presence.dataset.here = String(here);
    setText(this.presence, here === null ? "" : here ? t("here") : t("away"));
  }
}

/**
 * Rounds won in a match of several; empty for one.
 * @param {any} facts
 * @param {string} role
 */
function standingText(facts, role) {
  if (!facts.rounds_won || facts.options.rounds === "1" || facts.round === 1) return "";
  return tn("{n} round won", "{n} rounds won", facts.rounds_won[role]);
}

/**
 * "Your turn", or "To move" of the other; empty when it isn't that role's turn.
 * @param {LiveMatch} live
 * @param {string} role
 */
function turnText({ paused, playing, position, you }, role) {
  if (!playing || paused || !position.to_move.includes(role)) return "";
  if (isYou(role, you)) return t("Your turn");
  return t("To move");
}

/**
 * @param {LiveMatch} live
 * @param {string} role
 * @param {string[]} moving
 */
function stateText({ playing, match, position }, role, moving) {
  if (match.result) return match.result.winner === role ? t("Winner") : "";
  if (!playing) return "";
  if (gameOf(match.game).scene(position.facts).waiting.includes(role)) return t("Has chosen");
  if (!moving.includes(role)) return "";
  return position.facts.hand ? tp("what a player does now", "Sowing") : tp("what a player does now", "Moving");
}

export class Seats {
  /**
   * @param {HTMLElement} far
   * @param {HTMLElement} near
   */
  constructor(far, near) {
    this.far = new SeatLine(far);
    this.near = new SeatLine(near);
  }

  /**
   * @param {LiveMatch} live
   * @param {string} side the role nearest to the viewer
   * @param {string[]} moving
   * @param {string[]} sowing
   * @param {Record<string, string>} [ratings] by role, in a rated match
   */
  render(live, side, moving, sowing, ratings = {}) {
    const other = live.match.seats.find(({ role }) => role !== side)?.role ?? side;
    this.near.render(live, side, moving, sowing, ratings);
    this.far.render(live, other, moving, sowing, ratings);
  }
}
