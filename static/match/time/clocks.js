/**
 * Clocks beside the names, the timer that redraws what time changes, and the sound that calls a player to their turn.
 *
 * @import { Sound } from "../../boards/sound/sound_cues.js"
 * @import { MatchNavigator } from "../navigation/navigator.js"
 * @import { Announcer } from "../announce/announcer.js"
 * @import { MatchController } from "../match_controller.js"
 * @import { Clocks as Times } from "../types.js"
 */

import { loadedAudio } from "../../boards/sound/audio_loader.js";
import { t } from "../../i18n.js";
import { vibrate } from "../../preferences.js";
import { nameOf } from "../controls/seats.js";
import { make, setText } from "../dom.js";
import { allowance, clockText, leftAt, spokenTime, timeOf, untilNext, warnings } from "./clock.js";

/** Longest timer in ms: timers run late after a machine has slept. */
const TIMER_MAX_MS = 60_000;

export class RedrawTimer {
  /** @param {() => number} draw returns the ms until something looks different; Infinity if nothing will */
  constructor(draw) {
    this.draw = draw;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  start() {
    document.addEventListener("visibilitychange", () => this.beat());
    window.addEventListener("pageshow", () => this.beat());
    window.addEventListener("focus", () => this.beat());
    this.beat();
  }

  /** Draws now, and again when it is time. */
  beat() {
    clearTimeout(this.timer);
    const next = this.draw();
    if (document.hidden || !Number.isFinite(next)) return;
    this.timer = setTimeout(() => this.beat(), Math.min(next, TIMER_MAX_MS));
  }
}

/**
 * Calls a player when it is their turn again, once the move before has landed.
 */
export class TurnAlert {
  /** @param {MatchNavigator} nav */
  constructor(nav) {
    this.live = nav.live;
    this.nav = nav;
    this.mine = this.due;
  }

  /** Whether it is the viewer's turn. With both roles on one screen nobody is waiting. */
  get due() {
    return this.live.you.length === 1 && this.live.myTurns.length > 0;
  }

  async render() {
    const { due } = this;
    if (due === this.mine) return;
    this.mine = due;
    await this.nav.landed;
    const audio = loadedAudio();
    if (!due || !this.due) return;
    audio?.synthesizer.play(audio.yourTurn);
    vibrate([60]);
  }
}

/** A clock has a sign in its last ms, and one's own ticks. */
const LAST_SECONDS = 10_000;
/** @type {Sound} */
const TICK = { voice: "man", pitch: 1.6, level: 0.25, grains: 1 };

class Face {
  /** @param {HTMLElement} seat */
  constructor(seat) {
    this.seat = seat;
    this.node = make("span", { class: "clock", role: "timer" });
    this.time = make("span");
    this.word = make("span", { class: "unseen" });
    this.node.append(this.time, this.word);
    seat.append(this.node);
  }

  get role() {
    return this.seat.dataset.role ?? "";
  }

  /**
   * @param {number} left
   * @param {{state: "runs" | "waits" | "stands", low: boolean, last: boolean, name: string}} how
   */
  render(left, { state, low, last, name }) {
    setText(this.time, clockText(left));
    setText(this.word, !low ? "" : left ? t(", little time") : t(", time is up"));
    if (this.node.dataset.state !== state) this.node.dataset.state = state;
    this.node.toggleAttribute("data-low", low);
    this.node.toggleAttribute("data-last", last);
    this.node.toggleAttribute("data-long", left >= 3_600_000);
    const label = t("Clock of {name}", { name });
    if (this.node.getAttribute("aria-label") !== label) this.node.setAttribute("aria-label", label);
  }
}

export class Clocks {
  /**
   * @param {Pick<MatchController, "state" | "changed">} controller of a match with a clock
   * @param {Announcer} announcer
   * @param {HTMLElement[]} seats
   * @param {() => Times | null} [past] as `clocksThen` says
   */
  constructor(controller, announcer, seats, past = () => null) {
    const live = controller.state;
    this.controller = controller;
    this.live = live;
    this.announcer = announcer;
    this.past = past;
    this.faces = seats.map((seat) => new Face(seat));
    /** @type {Map<string, number>} number of limits that each role was below at the last check */
    this.below = new Map();
    this.ticked = Infinity;
    this.up = "";
  }

  /** @returns {number} in how many ms a clock shows something else */
  draw() {
    const { live } = this;
    const now = live.time.now;
    const past = this.past();
    const next = this.faces.map((face) => {
      const { role } = face;
      const left = this.left(past, role, now);
      const state = past ? "stands" : this.state(role);
      const low = left < this.limits(role)[0] && (live.playing || left === 0);
      const last = low && left < LAST_SECONDS && live.playing && !past;
      face.render(left, { state, low, last, name: nameOf(live.match.seats, role) });
      if (!past && live.playing) this.warn(role, left, state === "runs");
      return state === "runs" ? untilNext(left) : this.untilResumed(role, now);
    });
    const up = live.outOfTime.join(" ");
    if (up !== this.up) this.controller.changed();
    this.up = up;
    return Math.min(...next);
  }

  /**
   * @param {Times | null} past
   * @param {string} role
   * @param {number} now
   */
  left(past, role, now) {
    if (past) return past.left[role];
    return this.live.clocks ? leftAt(this.live.clocks, role, now) : allowance(timeOf(this.live.match.terms, role));
  }

  /** @param {string} role */
  limits(role) {
    return warnings(timeOf(this.live.match.terms, role));
  }

  /** @param {string} role */
  state(role) {
    const { clocks, time } = this.live;
    if (this.live.playing && Number.isFinite(this.untilResumed(role, time.now))) return "waits";
    if (clocks && role in clocks.paused) return time.now < clocks.paused[role] ? "waits" : "runs";
    return clocks?.running.includes(role) ? "runs" : "stands";
  }

  /**
   * Time in ms until a running clock loses time again that is suspended; Infinity if it isn't.
   * @param {string} role
   * @param {number} now
   */
  untilResumed(role, now) {
    const { clocks } = this.live;
    const until = clocks?.running.includes(role) ? (clocks.suspended?.[role] ?? 0) : 0;
    return until > now ? until - now : Infinity;
  }

  /**
   * Announces once that one's own time grows short, and ticks in its last seconds.
   * @param {string} role
   * @param {number} left
   * @param {boolean} runs
   */
  warn(role, left, runs) {
    const { you } = this.live;
    if (!you.includes(role)) return;
    const below = this.limits(role).filter((limit) => left < limit).length;
    const before = this.below.get(role) ?? below;
    this.below.set(role, Math.max(below, before));
    if (below > before && left > 0) {
      const words = t("{time} left", { time: spokenTime(left) });
      this.announcer.say(you.length === 1 ? words : t("{name}: {words}", { name: nameOf(this.live.match.seats, role), words }));
    }
    if (runs && left > 0 && left < LAST_SECONDS) this.tick(Math.ceil(left / 1000));
  }

  /** @param {number} second */
  tick(second) {
    if (second === this.ticked) return;
    this.ticked = second;
    loadedAudio()?.synthesizer.play(TICK);
  }
}

/**
 * Clocks at the ply on the board. Players of a running match see the present ones also there.
 * @param {MatchNavigator} nav
 * @returns {Times | null} null for the present
 */
export function clocksThen({ live, place }) {
  if (place === null || (live.playing && live.you.length)) return null;
  const { log } = live;
  return (place ? log.decision(place) : log.standing.get(0))?.clocks ?? null;
}
