/** The lobby: the choice made last is offered first the next time. */

import { write } from "../preferences.js";
import { sendOnce } from "./submit_once.js";

sendOnce();

addEventListener("submit", ({ target, submitter }) => {
  if (!(target instanceof HTMLFormElement && submitter instanceof HTMLButtonElement) || submitter.name !== "preset") return;
  write("preferences", "play", `${new FormData(target).get("game")} ${submitter.value}`);
});
