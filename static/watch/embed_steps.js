/**
 * Stepping through a finished match on an embedded board. It has the buttons and keys of a review, and nothing else.
 *
 * @import { MatchController } from "../match/match_controller.js"
 * @import { BoardView } from "../match/navigation/board_view.js"
 * @import { NavigationStep } from "../match/navigation/navigator.js"
 * @import { LiveMatch } from "../match/state/live_match.js"
 */

import { getJson } from "../http.js";
import { byId, setText, visible } from "../match/dom.js";
import { MatchNavigator } from "../match/navigation/navigator.js";
import { shortPlaceText } from "../match/navigation/place_text.js";
import { EventLoader } from "../match/state/event_loader.js";

/** @type {Record<string, NavigationStep>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

export class EmbedSteps {
  /**
   * @param {LiveMatch} live
   * @param {BoardView} boardView
   * @param {string} events address of the match's events
   * @param {(text: string) => void} tell
   */
  constructor(live, boardView, events, tell) {
    const controller = {
      state: live,
      loader: new EventLoader(live.log, (query) => getJson(events + query)),
      commands: { ahead: (/** @type {any} */ position) => position },
      changed: () => this.render(),
    };
    this.nav = new MatchNavigator(/** @type {MatchController} */ (/** @type {unknown} */ (controller)), boardView, /** @type {any} */ ({ explain: tell }));
    this.buttons = [.../** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-step]"))];
    for (const button of this.buttons) button.addEventListener("click", () => this.nav.step(/** @type {NavigationStep} */ (button.dataset.step)));
    addEventListener("keydown", ({ key, altKey, ctrlKey, metaKey }) => {
      const step = altKey || ctrlKey || metaKey ? undefined : KEYS[key];
      if (step && !byId("steps", HTMLElement).hidden) this.nav.step(step);
    });
  }

  /** Loads the latest moves; stepping loads the others. */
  async load() {
    await this.nav.loader.newest().catch(() => this.nav.fail());
    this.render();
  }

  render() {
    const { nav } = this;
    visible(byId("steps", HTMLElement), !nav.live.playing);
    setText(byId("here", HTMLElement), shortPlaceText(nav));
    for (const button of this.buttons) {
      const backwards = /^(first|back)/.test(String(button.dataset.step));
      button.setAttribute("aria-disabled", String(backwards ? nav.atStart : nav.place === null));
    }
  }
}
