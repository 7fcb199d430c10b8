import { lastPlies } from "../match/navigation/ply_positions.js";
import { lastStops } from "../boards/trace.js";
import { make, visible } from "../match/dom.js";
import { t } from "../i18n.js";

/**
 * The live match on a small board, while whoever watches looks at something else on the large one. A click leads back.
 *
 * @typedef {import("../match/enhancements.js").PageContext} PageContext
 */

export class MiniBoard {
  /** @param {PageContext} parts */
  constructor({ board, boardView, live, nav }) {
    this.board = board;
    this.boardView = boardView;
    this.live = live;
    this.nav = nav;
    this.back = make("button", { type: "button" }, t("Live"));
    this.back.setAttribute("aria-label", t("Back to the live match"));
    this.back.addEventListener("click", () => nav.goTo(nav.last));
    /** @type {import("../match/navigation/board_view.js").Board | null} */
    this.small = null;
    this.node = make("aside", { class: "live-corner", "aria-label": t("The live match") });
    /** What is drawn. @type {import("../match/types.js").Position | null} */
    this.shown = null;
  }

  render() {
    const { live, nav } = this;
    const away = live.playing && nav.place !== null;
    visible(this.node, away);
    if (!away) return;
    const small = (this.small ??= this.begin());
    if (this.shown === live.position && small.view.side === this.boardView.side) return;
    this.shown = live.position;
    const last = lastStops(lastPlies(live.log, live.position.ply));
    small.show({ ...live.position, to_move: [], legal: {} }, { roles: [], side: this.boardView.side, last });
  }

  /** A second board, drawn with the parts of the first. */
  begin() {
    const [game, seed] = ["game", "seed"].map((name) => this.board.getAttribute(name) ?? "");
    const small = /** @type {import("../match/navigation/board_view.js").Board} */ (
      make("game-board", { game, seed, parts: this.board.id, shape: "lying", class: this.board.className }));
    small.append(bare(/** @type {Element} */ (this.board.querySelector("svg"))));
    this.node.append(make("div", { inert: "", "aria-hidden": "true" }, small), this.back);
    document.body.append(this.node);
    return small;
  }
}

/**
 * A drawing without its parts and pieces.
 * @param {Element} svg
 */
function bare(svg) {
  const copy = /** @type {Element} */ (svg.cloneNode(true));
  copy.querySelector("defs")?.remove();
  copy.querySelector('[data-layer="pieces"]')?.replaceChildren();
  for (const node of copy.querySelectorAll("[tabindex]")) node.removeAttribute("tabindex");
  return copy;
}
