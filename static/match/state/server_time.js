/**
 * What time it is at the server, from the times that its messages carry: whatever this device's clock shows, and
 * whether or not the page has slept.
 *
 * A message is always told earlier than heard. So the one that was least delayed is nearest to the truth, and holds
 * until another does better.
 */

/** Devices' clocks run apart by so much of the time that passes. */
const DRIFT = 1e-4;
/**
 * The device's clock was put to another time if it moved so many ms otherwise than time passed; the server's, if it
 * shows so many less than in the message before.
 */
const PUT = 500;

export class ServerTime {
  /**
   * @param {() => number} [here] the device's clock, ms since 1970
   * @param {() => number} [passed] ms that nobody can put back
   */
  constructor(here = Date.now, passed = () => performance.now()) {
    this.here = here;
    this.passed = passed;
    this.offset = -Infinity;
    this.since = passed();
    this.put = 0;
    this.told = -Infinity;
  }

  /** ms since 1970 by the server's clock; by the device's before anything was heard. */
  get now() {
    return this.here() + (Number.isFinite(this.offset) ? this.offset : 0);
  }

  /** @param {number} told what the server's clock showed, in a message that arrives just now */
  heard(told) {
    const [here, passed] = [this.here(), this.passed()];
    const put = here - passed;
    const anew = Math.abs(put - this.put) > PUT || this.told - told > PUT;
    const known = anew ? -Infinity : this.offset - DRIFT * (passed - this.since);
    this.offset = Math.max(known, told - here);
    this.since = passed;
    this.put = put;
    this.told = told;
  }
}
