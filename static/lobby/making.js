/** The form of a new match, beside the board as its sample game begins. */

import { sendOnce } from "./forms.js";
import { loadSample } from "./sample.js";
import { followChoices } from "./wordings.js";

sendOnce();
for (const form of document.forms) followChoices(form);
for (const board of document.querySelectorAll("[data-sample]")) {
  loadSample(board).then((sample) => sample.show(Math.round(sample.last * 0.3)));
}
