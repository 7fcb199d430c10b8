/**
 * Mode of the page: play or review. In review the board makes room for the result, moves, judgements and the course of the match. A
 * match that ends while the viewer looks is celebrated on the board first, once nothing moves there.
 *
 * @import { MatchController } from "./match_controller.js"
 * @import { MatchNavigator } from "./navigation/navigator.js"
 */

export class PageMode {
  /**
   * @param {MatchController} controller
   * @param {MatchNavigator} nav
   * @param {HTMLElement} page
   */
  constructor(controller, nav, page) {
    this.controller = controller;
    this.live = controller.state;
    this.nav = nav;
    this.page = page;
    this.reviewing = this.isOver;
    this.celebrated = this.reviewing;
    /** Whether the match has ended on this page, and the viewer looks at nothing but its result. */
    this.fresh = false;
  }

  get isOver() {
    return this.live.match.status === "over";
  }

  /** Whether moves are tried on the board. */
  get tries() {
    return this.page.hasAttribute("data-tries");
  }

  /** Whether the result is shown: not before the last stones lie and the winner has been celebrated. */
  get settled() {
    return this.fresh || this.reviewing;
  }

  /** Goes on from the result to the review. */
  review() {
    this.reviewing = true;
    this.fresh = false;
    this.controller.changed();
  }

  render() {
    this.celebrate();
    const away = this.nav.place !== null;
    if ((away || this.tries) && this.isOver) [this.reviewing, this.fresh] = [true, false];
    this.page.dataset.view = away ? "past" : "live";
    this.page.dataset.room = this.settled || away || this.tries ? "review" : "play";
    this.page.toggleAttribute("data-ending", this.isOver && !this.settled);
    this.page.toggleAttribute("data-fresh", this.fresh);
  }

  /** Celebrates the end of a match that the viewer sees. Those who look back are not held up. */
  async celebrate() {
    const { live, nav: { boardView } } = this;
    if (this.celebrated || live.playing || boardView.moving.length) return;
    this.celebrated = true;
    await import("./announce/finale.js").then(({ finale }) => finale(boardView.board, live, this), () => {});
    this.makeRoom(() => {
      // Not earlier: another render would arrange the page before it fades.
      this.fresh = !this.reviewing;
      this.controller.publish("render");
    });
  }

  /**
   * Lets the board make room for the result: its parts fade out where they were and fade in at their new places, since nothing may
   * slip from under a pointer.
   * @param {() => void} render
   */
  makeRoom(render) {
    const { page } = this;
    const arrange = () => {
      page.toggleAttribute("data-arranging", true);
      render();
      // They are laid out in the next frame, and seen in the one after.
      requestAnimationFrame(() => requestAnimationFrame(() => page.toggleAttribute("data-arranging", false)));
    };
    const moves = this.nav.boardView.board.moves && !document.hidden;
    if (moves && "startViewTransition" in document) document.startViewTransition(arrange);
    else arrange();
  }
}
