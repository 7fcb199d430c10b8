/**
 * Playback controls: buttons, slider, autoplay, and the address that names the ply.
 *
 * @import { Announcer } from "../announce/announcer.js"
 * @import { Tempo } from "./autoplay.js"
 * @import { MatchNavigator, NavigationStep } from "./navigator.js"
 */

import { t, tn } from "../../i18n.js";
import { byId, setText, visible } from "../dom.js";
import { moveSentences, shownPlies } from "../announce/match_words.js";
import { placeText, shortPlaceText } from "./place_text.js";
import { placeOf, pliesBetween } from "./ply_positions.js";

const REST = 150;

export class Playback {
  /**
   * @param {MatchNavigator} nav
   * @param {Announcer} announcer
   */
  constructor(nav, announcer) {
    this.nav = nav;
    this.announcer = announcer;
    this.scrubber = byId("scrubber", HTMLInputElement);
    this.here = byId("here", HTMLElement);
    this.live = byId("live", HTMLButtonElement);
    this.auto = byId("autoplay", HTMLButtonElement);
    /** Number of the autoplay run; 0: none, -1: one that has not begun yet. */
    this.running = 0;
    /** Number of runs so far. */
    this.runs = 0;
    /** Speed of autoplay. @type {Tempo} */
    this.tempo = { speed: () => "normal", spent: () => undefined };
    /** Pauses an animation; set once that is loaded. @type {() => unknown} */
    this.hold = () => undefined;
    /** The part of the address after "#" that was followed or written last. */
    this.address = "";
    /** Address of a variation, until the review takes it. */
    this.linked = "";
    /** @type {number | null} where the scrubber's handle was moved to, until the board is there */
    this.handle = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.naming = undefined;
  }

  /** @param {() => unknown} hold holds a motion where it is */
  setHold(hold) {
    this.hold = hold;
  }

  /** @param {Tempo} tempo */
  setTempo(tempo) {
    this.tempo = tempo;
  }

  /** Takes the address of a variation; empty if there is none, or it was taken already. */
  takeLink() {
    const { linked } = this;
    this.linked = "";
    return linked;
  }

  /** Adds the listeners, and goes where the address says. */
  start() {
    for (const button of document.querySelectorAll("[data-step]")) {
      const steps = String(button.getAttribute("data-step")).split(" ");
      button.addEventListener("click", (event) => {
        const shifted = event instanceof MouseEvent && event.shiftKey;
        this.take(/** @type {NavigationStep} */ (steps[shifted ? steps.length - 1 : 0]));
      });
    }
    byId("replay", HTMLButtonElement).addEventListener("click", () => {
      this.stop();
      this.nav.replay();
    });
    this.live.addEventListener("click", () => this.goLive());
    this.auto.addEventListener("click", () => (this.moving ? this.pause() : this.run()));
    this.scrubber.addEventListener("input", () => this.scrub());
    window.addEventListener("hashchange", () => this.followAddress());
    this.followAddress();
  }

  /** Goes where the address says: "#12" is a ply; without one it is the current position. */
  followAddress() {
    const { hash } = window.location;
    const place = placeOf(hash);
    this.address = hash;
    this.linked = hash.includes(":") ? hash : "";
    if (place !== null) this.nav.goTo(place);
    else if (hash === "" && this.nav.place !== null) this.nav.goTo(this.nav.last);
  }

  /** @param {NavigationStep} step */
  take(step) {
    return this.walk(() => this.nav.step(step), step.startsWith("forward"));
  }

  /** Goes to the current position, out of any variation. */
  goLive() {
    return this.seek(this.nav.last);
  }

  /** Goes to any ply; the next one is animated. @param {number} ply */
  seek(ply) {
    const { ply: from, live: { log } } = this.nav;
    const plays = ply > from && pliesBetween(log, from, ply).length > 0;
    return this.walk(() => this.nav.goTo(ply), plays);
  }

  /**
   * @param {() => Promise<void>} way
   * @param {boolean} [told] whether the moves are announced as they are played
   */
  async walk(way, told = false) {
    clearTimeout(this.resting);
    this.handle = null;
    this.stop();
    await way();
    this.announcer.say(told ? this.placeText() : `${this.placeText()}. ${moveSentences(this.nav.live, shownPlies(this.nav)).join(" ")}`);
  }

  /** Follows the slider. While it moves, only what is loaded is drawn; the rest when it rests. */
  scrub() {
    this.scrubTo(this.nav.live.log.line.plyAt(Number(this.scrubber.value)));
  }

  /** @param {number} ply */
  scrubTo(ply) {
    this.handle = ply;
    this.stop();
    clearTimeout(this.resting);
    if (this.nav.loader.has(ply)) this.reach(ply);
    else this.resting = setTimeout(() => this.reach(ply), REST);
  }

  /** @param {number} ply */
  async reach(ply) {
    await this.nav.goTo(ply);
    if (this.handle === ply) this.handle = null;
    this.render();
  }

  /** Plays the match through. */
  async run() {
    this.running = -1;
    this.render();
    try {
      const { playThrough } = await import("./autoplay.js");
      if (this.running) await playThrough(this, this.tempo);
    } catch {
      this.stop();
    }
  }

  /** Begins another run. @returns {number} its number */
  beginRun() {
    this.runs += 1;
    this.running = this.runs;
    this.render();
    return this.running;
  }

  stop() {
    this.running = 0;
    this.render();
  }

  /** Stops autoplay, in the middle of an animation at once. */
  pause() {
    this.stop();
    this.hold();
  }

  /** Whether autoplay runs, or a move is being animated. */
  get moving() {
    return this.running !== 0 || this.nav.boardView.moving.length > 0;
  }

  placeText() {
    return placeText(this.nav);
  }

  render() {
    const { ply, last, place, news, atStart, live: { log: { line } } } = this.nav;
    this.slide(String(Math.max(line.count(last), 1)), String(line.count(this.handle ?? ply)));
    this.scrubber.disabled = last === 0;
    this.scrubber.setAttribute("aria-valuetext", this.placeText());
    setText(this.here, shortPlaceText(this.nav));
    visible(this.live, place !== null && this.nav.live.playing);
    setText(this.live, news ? t("Live +{n}", { n: news }) : t("Live"));
    this.live.title = news ? tn("{n} new move", "{n} new moves", news) : "";
    for (const button of document.querySelectorAll("[data-step]")) {
      const backwards = /^(first|back)/.test(String(button.getAttribute("data-step")));
      button.setAttribute("aria-disabled", String(backwards ? atStart : place === null));
    }
    this.auto.setAttribute("aria-pressed", String(this.moving));
    this.auto.setAttribute("aria-label", this.moving ? t("Stop") : t("Play the match through"));
    this.name();
  }

  /**
   * Moves the slider. Browsers lay it out again even for the value that it has.
   * @param {string} max
   * @param {string} value
   */
  slide(max, value) {
    if (this.scrubber.max !== max) this.scrubber.max = max;
    if (this.scrubber.value !== value) this.scrubber.value = value;
  }

  /** Writes the ply into the address, a moment later: browsers forbid changing it many times a second. */
  name() {
    clearTimeout(this.naming);
    this.naming = setTimeout(() => this.write(), 250);
  }

  /** Writes the address, unless somebody has changed it meanwhile: browsers tell of that later. */
  write() {
    const { pathname, search, hash } = window.location;
    const { place, variation } = this.nav;
    const wanted = place === null ? "" : `#${place}${variation ? variation.address : ""}`;
    if (this.linked || hash === wanted || hash !== this.address) return;
    history.replaceState(history.state, "", pathname + search + wanted);
    this.address = wanted;
  }
}
