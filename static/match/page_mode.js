/**
 * Mode of the page: play or review. In review the board makes room for moves, judgements and the course of the match. A match that ends
 * while the viewer looks shows its result first, once nothing moves on the board.
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
    this.shown = this.reviewing;
  }

  get isOver() {
    return this.live.match.status === "over";
  }

  /** Whether moves are tried on the board. */
  get tries() {
    return this.page.hasAttribute("data-tries");
  }

  /** Whether the last stones lie: until then no result lies over them. */
  get settled() {
    return this.shown || this.reviewing;
  }

  review() {
    this.reviewing = true;
    this.controller.changed();
  }

  render() {
    this.celebrate();
    const away = this.nav.place !== null;
    this.reviewing ||= (away || this.tries) && this.isOver;
    this.page.dataset.view = away ? "past" : "live";
    this.page.dataset.room = this.reviewing || away || this.tries ? "review" : "play";
  }

  /** The winner's stones make a short gesture. Nobody who looks back is held up. */
  async celebrate() {
    const { live, nav: { boardView } } = this;
    if (this.celebrated || live.playing || boardView.moving.length) return;
    this.celebrated = true;
    await import("./announce/finale.js").then(({ finale }) => finale(boardView.board, live, this), () => {});
    this.shown = true;
    this.controller.changed();
  }
}
