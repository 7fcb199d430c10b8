/** The lobby: its offers come and go by themselves, and the last choice is offered first the next time. */

import { Connection } from "../match/commands/connection.js";
import { write } from "../preferences.js";
import { showLocalTimes } from "../local_time.js";
import { OfferList } from "./offer_list.js";
import { sendOnce } from "../forms/submit_once.js";

sendOnce();
showLocalTimes();

addEventListener("submit", ({ target, submitter }) => {
  if (!(target instanceof HTMLFormElement && submitter instanceof HTMLButtonElement) || submitter.name !== "preset") return;
  const form = new FormData(target);
  write("preferences", "play", `${form.get("game")} ${submitter.value}${form.has("rated") ? " rated" : ""}`);
});

const offers = new OfferList(/** @type {HTMLElement} */ (document.getElementById("lobby")));
new Connection({
  address: () => `${location.origin.replace(/^http/, "ws")}/ws/lobby`,
  first: "lobby",
  heard: (told) => (told.kind === "lobby" || told.kind === "beat") && offers.hear(told),
  changed: () => undefined,
  seen: () => 0,
}).start();
