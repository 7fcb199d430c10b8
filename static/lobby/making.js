/** The form of a new match. */

import { sendOnce } from "./forms.js";
import { followChoices } from "./wordings.js";

sendOnce();
for (const form of document.forms) followChoices(form);
