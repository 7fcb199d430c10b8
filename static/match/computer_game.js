/**
 * What only a game against the computer has.
 *
 * @import { MatchController } from "./match_controller.js"
 */

import { Explanations } from "./announce/explanations.js";
import { byId } from "./dom.js";
import { OwnOffers } from "./offers/own_offers.js";

/** @param {MatchController} controller */
export function attachComputerGame(controller) {
  const button = document.getElementById("explain");
  if (button) new Explanations(controller, button).start();
  const { waits } = byId("match", HTMLElement).dataset;
  if (!waits) return;
  // The viewer's own offers stand while they play the computer.
  const offers = new OwnOffers(controller, waits.split(" "));
  offers.start();
  controller.subscribe(offers);
}
