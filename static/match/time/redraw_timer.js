/** Draws what time changes, exactly when it looks different, and not while nobody looks. */

/** Timers wait at most so long: a sleeping machine stretches them. */
const MOST = 60_000;

export class RedrawTimer {
  /** @param {() => number} draw returns in how many ms something looks different; Infinity if nothing will */
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
    this.timer = setTimeout(() => this.beat(), Math.min(next, MOST));
  }
}
