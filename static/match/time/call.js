import { heard } from "../../boards/sound/ear.js";

/**
 * Calls a player when it is their turn again, once the move before has landed.
 */
export class Call {
  /**
   * @param {import("../record/live.js").LiveMatch} live
   * @param {import("../looking/viewing.js").Viewing} viewing
   */
  constructor(live, viewing) {
    this.live = live;
    this.viewing = viewing;
    this.mine = this.due;
  }

  /** With both roles on one screen nobody is waiting. */
  get due() {
    return this.live.you.length === 1 && this.live.myTurns.length > 0;
  }

  async changed() {
    const { due } = this;
    if (due === this.mine) return;
    this.mine = due;
    await this.viewing.landed;
    const orchestra = heard();
    if (due && this.due) orchestra?.sounds.play(orchestra.yourTurn);
  }
}
