import { loadedAudio } from "../../boards/sound/audio_loader.js";

/**
 * Calls a player when it is their turn again, once the move before has landed.
 */
export class TurnAlert {
  /**
   * @param {import("../state/live_match.js").LiveMatch} live
   * @param {import("../navigation/navigator.js").MatchNavigator} nav
   */
  constructor(live, nav) {
    this.live = live;
    this.nav = nav;
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
    await this.nav.landed;
    const audio = loadedAudio();
    if (due && this.due) audio?.synthesizer.play(audio.yourTurn);
  }
}
