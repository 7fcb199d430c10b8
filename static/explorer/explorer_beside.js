/**
 * The explorer beside a match that is over: it is loaded when somebody opens it. A press on a move goes on in the match if it was
 * played there, and otherwise tries it.
 *
 * @import { Variations } from "../analysis/review/variations.js"
 * @import { ExplorerPanel } from "./explorer_panel.js"
 */

import { gameOf } from "../boards/games.js";
import { t } from "../i18n.js";
import { addStyles } from "../late_styles.js";
import { byId, visible } from "../match/dom.js";

export class ExplorerBeside {
  /** @param {Variations} variations */
  constructor(variations) {
    this.variations = variations;
    this.live = variations.live;
    this.nav = variations.nav;
    this.node = byId("explorer", HTMLElement);
    this.opener = byId("open-explorer", HTMLButtonElement);
    /** @type {ExplorerPanel | null} */
    this.panel = null;
    this.opener.addEventListener("click", () => this.toggle());
  }

  async toggle() {
    const opens = this.node.hidden;
    byId("review-menu", HTMLElement).hidePopover();
    if (opens && !this.panel) await this.load();
    if (!this.panel) return this.variations.notice.explain(t("No connection. Try again."));
    this.node.hidden = !opens;
    this.opener.setAttribute("aria-expanded", String(opens));
    if (opens) this.node.querySelector("h2")?.focus();
    this.render();
  }

  async load() {
    const [loaded] = await Promise.all([import("./explorer_panel.js").catch(() => null), addStyles(this.node.dataset.styles)]);
    if (loaded) this.panel = new loaded.ExplorerPanel(this.node, gameOf(this.live.match.game), (choice) => this.play(choice));
  }

  render() {
    const { variations, nav, live } = this;
    visible(this.opener, live.match.status === "over");
    this.panel?.show(variations.active ? variations.position : variations.open(nav.ply));
  }

  /** @param {{role: string, action: string}} choice */
  async play({ role, action }) {
    const { variations, nav, live: { log } } = this;
    const isNext = (/** @type {{n: number, role: string, action: string}} */ ply) => (
      ply.role === role && ply.action === action && log.line.before(ply.n) === nav.ply
    );
    const next = variations.active ? undefined : [...log.frames.values()].find(({ plies }) => plies.length && isNext(plies[0]));
    if (next) return nav.goTo(next.position.ply);
    if (!variations.trying) variations.begin();
    return variations.act({ role, action });
  }
}
