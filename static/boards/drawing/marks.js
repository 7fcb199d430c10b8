/**
 * Marks on stops: playable, chosen, last move, stones that are not stored yet, and names for screen readers. They are
 * attributes of the stops (data-playable, data-mark, data-chosen, data-last, data-pending, aria-label); boards.css
 * styles them.
 *
 * @import { Game } from "../games.js"
 * @import { GameWords } from "../text/game_words.js"
 * @import { Position, Scene } from "../types.js"
 * @import { Layout } from "./layout.js"
 * @import { Renderer } from "./renderer.js"
 */

import { t } from "../../i18n.js";
import { candidates, selectable } from "../input/selection.js";
import { draw } from "./renderer.js";
import { ownerOf } from "../scene.js";

/** Marks that a stop can show; each is an element of the game's SVG file: #morris-point-rim. */
const DRAWN = ["rim", "spot", "take", "danger", "last", "focus"];

/**
 * Adds the marks to every stop, hidden until an attribute shows them. Marks that the server has drawn, or that were
 * copied with their board, stay. Everything but stops is hidden from screen readers: the names of the stops describe
 * their content.
 * @param {Layout} layout
 * @param {string} slug
 */
export function addMarks(layout, slug) {
  for (const part of layout.svg.children) {
    if (!part.querySelector("[data-stop]")) part.setAttribute("aria-hidden", "true");
  }
  for (const node of layout.stops.values()) {
    const kind = `${slug}-${node.getAttribute("data-kind")}`;
    for (const mark of DRAWN) {
      if (!layout.parts.querySelector(`#${kind}-${mark}`) || node.querySelector(`.mark-${mark}`)) continue;
      draw(node, "use", { class: `mark mark-${mark}`, "data-shape": `${kind}-${mark}`, href: `#${kind}-${mark}` });
    }
  }
}

/**
 * Translates the few words of a drawing, and makes it a widget to which screen readers pass keys.
 * @param {SVGSVGElement} svg
 */
export function translateWords(svg) {
  svg.setAttribute("role", "application");
  svg.setAttribute("aria-label", t(svg.getAttribute("aria-label") ?? ""));
  for (const node of svg.querySelectorAll("[data-word]")) {
    // The server may have engraved the players' names.
    const word = node.getAttribute("data-word") ?? "";
    if (node.textContent === word) node.textContent = t(word);
  }
}

/**
 * Mark of a playable stop: a rim around movable pieces, a spot on a possible target, a broken ring around pieces that
 * can be taken, crosses around a burnt house into which a stone could fall by mistake.
 * @param {Scene} scene
 * @param {string} stop
 * @param {string[]} movers
 * @param {boolean} isPoint
 */
function markOf(scene, stop, movers, isPoint) {
  if (!isPoint) return scene.burnt.includes(stop) ? "danger" : "rim";
  const kind = scene.men[stop];
  if (!kind) return "spot";
  return movers.includes(ownerOf(kind)) ? "rim" : "take";
}

/**
 * @param {Layout} layout
 * @param {Game} game
 * @param {{position: Position, scene: Scene, roles: string[], chosen: string[], last: string[]}} state
 *   scene: the true content, also while it is still moving
 */
export function showMarks(layout, game, { position, scene, roles, chosen, last }) {
  const { next, first } = selectable(candidates(game, position, roles), chosen);
  const movers = position.to_move.filter((role) => roles.includes(role));
  const sowing = movers.filter((role) => scene.hands[role]?.n);
  const falling = new Set(candidates(game, position, sowing).map(({ path }) => path[0]));
  for (const [stop, node] of layout.stops) {
    const playable = next.has(stop) || first.has(stop);
    const picked = chosen.includes(stop) || scene.sealed.includes(stop);
    const isPoint = node.getAttribute("data-kind") === "point";
    const mark = playable ? markOf(scene, stop, movers, isPoint) : "";
    node.toggleAttribute("data-playable", playable);
    node.toggleAttribute("data-target", next.has(stop));
    node.toggleAttribute("data-chosen", picked);
    node.toggleAttribute("data-last", last.includes(stop));
    node.setAttribute("data-mark", mark);
    const marks = { playable, mark, target: next.has(stop), picked, isPoint, falls: falling.has(stop) };
    // A button only from now on, when it has a name.
    node.setAttribute("role", "button");
    node.setAttribute("aria-label", label(game.words, game.words.name(stop, scene, roles), marks));
    if (chosen.length) node.setAttribute("aria-pressed", String(chosen.includes(stop)));
    else node.removeAttribute("aria-pressed");
  }
}

/**
 * The next playable stop in the order of the drawing, cyclically; with a chosen piece, its next possible target.
 * @param {Layout} layout
 * @param {string | null} from the stop to go on from
 * @param {1 | -1} by
 * @returns {string | null}
 */
export function nextPlayable(layout, from, by) {
  const stops = [...layout.stops.keys()];
  const having = (/** @type {string} */ mark) => stops.filter((stop) => layout.stops.get(stop)?.hasAttribute(mark));
  const [targets, playable] = [having("data-target"), having("data-playable")];
  const all = targets.length && targets.length < playable.length ? targets : playable;
  const here = from === null ? -1 : stops.indexOf(from);
  const beyond = all.filter((stop) => (stops.indexOf(stop) - here) * by > 0);
  return (by > 0 ? beyond[0] ?? all[0] : beyond[beyond.length - 1] ?? all[all.length - 1]) ?? null;
}

/**
 * @param {GameWords} words
 * @param {string} name
 * @param {{playable: boolean, mark: string, target: boolean, picked: boolean, isPoint: boolean, falls: boolean}} marks
 */
function label(words, name, { playable, mark, target, picked, isPoint, falls }) {
  if (mark === "danger") return t(words.text("danger"), { name });
  if (falls) return t("{name}, next", { name });
  if (picked) return t("{name}, selected", { name });
  if (target) return t("{name}, can go here", { name });
  if (!playable) return name;
  if (mark === "take") return t("{name}, can be taken", { name });
  if (mark === "spot") return t("{name}, a stone can go here", { name });
  return isPoint ? t("{name}, can move", { name }) : t("{name}, can be played", { name });
}

/**
 * @param {Renderer} renderer
 * @param {Record<string, number>} pending how many of a stop's stones, those on top; 0: only its count isn't stored
 */
export function showPending(renderer, pending) {
  for (const [stop, pile] of renderer.piles) {
    const stored = pile.length - (pending[stop] ?? 0);
    pile.forEach((node, i) => node.classList.toggle("pending", i >= stored));
  }
  for (const [stop, node] of renderer.layout.stops) node.toggleAttribute("data-pending", stop in pending);
}
