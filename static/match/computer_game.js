/**
 * What only a game against the computer has.
 *
 * @import { Prompt } from "./offers/prompts.js"
 * @import { PageContext } from "./enhancements.js"
 */

import { Explanations } from "./announce/explanations.js";
import { byId } from "./dom.js";
import { OwnOffers } from "./offers/own_offers.js";

/**
 * @param {PageContext} context
 * @param {(() => Prompt[])[]} prompters what else the page may ask the viewer
 */
export function attachComputerGame({ live, changed }, prompters) {
  const button = document.getElementById("explain");
  if (button) new Explanations(live, button, changed).start();
  const { waits, matches = "" } = byId("match", HTMLElement).dataset;
  if (!waits) return;
  // The viewer's own offers stand while they play the computer.
  const offers = new OwnOffers(waits.split(" "), (match) => matches.replace("2222222222", match), changed);
  offers.start();
  prompters.push(() => offers.prompts());
}
