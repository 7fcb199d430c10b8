/**
 * Pauses that both players agree on: the button and its question, the prompt while the match is paused, and what its end changes, which
 * comes without an event.
 *
 * @import { MatchController } from "../match_controller.js"
 * @import { MatchNavigator } from "../navigation/navigator.js"
 * @import { Prompt } from "./prompts.js"
 */

import { t, tn } from "../../i18n.js";
import { localTime } from "../../local_time.js";
import { byId, visible } from "../dom.js";

const [HOUR, DAY, WEEK] = [60, 1440, 10080];
/** Lengths that are proposed, in minutes: with minutes on the clock people come back the same day. */
const LENGTHS = { real: [15, HOUR, DAY, 3 * DAY, WEEK], days: [DAY, 3 * DAY, WEEK, 2 * WEEK] };

/**
 * "15 minutes", "1 hour", "3 days"
 * @param {number} minutes
 */
export function pauseLength(minutes) {
  if (minutes < HOUR) return tn("{n} minute", "{n} minutes", minutes);
  return minutes < DAY ? tn("{n} hour", "{n} hours", minutes / HOUR) : tn("{n} day", "{n} days", minutes / DAY);
}

export class Pauses {
  /**
   * @param {MatchController} controller
   * @param {MatchNavigator} nav
   */
  constructor(controller, nav) {
    this.controller = controller;
    this.live = controller.state;
    this.nav = nav;
    this.button = /** @type {HTMLButtonElement | null} */ (document.getElementById("offer-pause"));
    this.paused = this.live.paused;
    /** Whether the viewer is choosing a length. */
    this.asks = false;
  }

  start() {
    this.button?.addEventListener("click", () => this.ask(true));
  }

  /** @param {boolean} asks */
  ask(asks) {
    this.asks = asks;
    this.controller.changed();
    // A menu that closes has given the focus back: then the choice takes it, the last of the prompts.
    if (asks) setTimeout(() => /** @type {HTMLElement | null} */ (byId("prompts", HTMLElement).querySelector("li:last-child button"))?.focus());
  }

  render() {
    const { live } = this;
    const possible = live.playing && live.you.length > 0 && !live.offers.pause;
    if (this.button) visible(this.button, possible);
    if (!possible) this.asks = false;
  }

  /** Unlocks the board when a pause ends. */
  draw() {
    const { live, nav } = this;
    if (this.paused !== live.paused) {
      this.paused = live.paused;
      if (nav.place === null && !nav.variation) nav.showLive();
      this.controller.changed();
    }
    return live.paused ? live.pausedUntil - live.time.now + 1 : Infinity;
  }

  /** @returns {Prompt[]} */
  prompts() {
    return [...this.pausePrompts(), ...(this.asks ? [this.question()] : [])];
  }

  /** @returns {Prompt[]} */
  pausePrompts() {
    const { live } = this;
    if (!live.paused) return [];
    const time = localTime(live.pausedUntil);
    const text = live.match.terms.time?.kind === "real" ? t("Paused until {time}. Then the clocks run again.", { time }) : t("Paused until {time}.", { time });
    const open = live.offers.continue || !live.you.length;
    const go = () => this.controller.send({ kind: "offer", what: "continue" });
    return [{ key: `paused ${live.pausedUntil}${open ? "" : " you"}`, text, actions: open ? [] : [{ label: t("Play on now"), go }] }];
  }

  /** @returns {Prompt} */
  question() {
    const { match: { terms } } = this.live;
    const lengths = LENGTHS[terms.time?.kind === "real" ? "real" : "days"].map((minutes) => ({
      label: pauseLength(minutes),
      go: () => {
        this.ask(false);
        this.controller.send({ kind: "offer", what: "pause", minutes });
      },
    }));
    const text = this.live.you.length > 1 ? t("Pause for how long?") : t("Pause for how long? The other player must agree.");
    return { key: "question pause", text, actions: [...lengths, { label: t("Cancel"), go: () => this.ask(false) }] };
  }
}
