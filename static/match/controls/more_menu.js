/**
 * Menu "More": a native popover, which the browser opens, closes and takes the focus back from. A choice closes it, except where
 * it is made again and again (`data-stays`). Narrow windows have no room for the offers beside it: there they are its first entries.
 */

import { byId } from "../dom.js";

/** Media query of windows that are narrower than a table, the same as in match_wide.css. */
const NARROW = "(width < 1100px)";

export class MoreMenu {
  constructor() {
    this.menu = byId("more-menu", HTMLElement);
    this.button = byId("more", HTMLButtonElement);
    this.offers = byId("offer-buttons", HTMLElement);
    this.chat = document.getElementById("open-chat");
    this.narrow = window.matchMedia(NARROW);
    this.full = byId("full-screen", HTMLButtonElement);
  }

  start() {
    // In the capture phase: a dialog that opens next gives the focus back to what had it before.
    this.menu.addEventListener("click", ({ target }) => this.close(target), { capture: true });
    this.narrow.addEventListener("change", () => this.arrange());
    this.full.hidden = !document.fullscreenEnabled;
    this.full.addEventListener("click", () => this.toggleFull());
    document.addEventListener("fullscreenchange", () => this.full.setAttribute("aria-pressed", String(document.fullscreenElement !== null)));
    this.arrange();
  }

  /** @param {EventTarget | null} target what was pressed */
  close(target) {
    const entry = target instanceof Element ? target.closest("button") : null;
    if (entry && !entry.hasAttribute("data-stays") && this.menu.matches(":popover-open")) this.menu.hidePopover();
  }

  /** Fills the screen with the page, or no longer. A browser may refuse: then nothing changes. */
  toggleFull() {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => {});
  }

  arrange() {
    if (this.narrow.matches) this.menu.prepend(this.offers);
    else (this.chat ?? this.button).before(this.offers);
  }
}
