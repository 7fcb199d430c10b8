/**
 * Tabs: panels of which one is shown at a time where there is no room for all; match_wide.css says where. Elsewhere they are sections one
 * below the other, without tabs.
 */

export class Tabs {
  /**
   * @param {HTMLElement} list role=tablist; each tab says by aria-controls which panel is its own
   * @param {string} apart the media query under which one panel is shown at a time
   */
  constructor(list, apart) {
    this.list = list;
    this.apart = window.matchMedia(apart);
    this.tabs = [...list.querySelectorAll("[role=tab]")].map((tab) => /** @type {HTMLElement} */ (tab));
  }

  start() {
    this.list.addEventListener("click", ({ target }) => {
      const tab = this.tabs.find((one) => target instanceof Node && one.contains(target));
      if (tab) this.select(tab);
    });
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.apart.addEventListener("change", () => this.name());
    this.name();
  }

  /** @param {HTMLElement} tab */
  select(tab) {
    for (const one of this.tabs) {
      one.setAttribute("aria-selected", String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
    }
    this.panel(tab)?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /** Selects the tab of the panel that a node is in. @param {Element} node */
  uncover(node) {
    const tab = this.tabs.find((one) => this.panel(one)?.contains(node));
    if (tab) this.select(tab);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = this.tabs.findIndex((tab) => tab === event.target);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.tabs.length - 1 }[event.key];
    const tab = to === undefined ? undefined : this.tabs[(to + this.tabs.length) % this.tabs.length];
    if (!tab) return;
    event.preventDefault();
    event.stopPropagation();
    this.select(tab);
    tab.focus();
  }

  /** Gives panels their role where they have tabs; elsewhere they are sections with headings. */
  name() {
    for (const tab of this.tabs) {
      const panel = this.panel(tab);
      if (this.apart.matches) panel?.setAttribute("role", "tabpanel");
      else panel?.removeAttribute("role");
    }
  }

  /** @param {HTMLElement} tab */
  panel(tab) {
    return document.getElementById(tab.getAttribute("aria-controls") ?? "");
  }
}
