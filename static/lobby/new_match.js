/** The form of a new match. */

import { sendOnce } from "./submit_once.js";
import { linkOptions } from "./dependent_options.js";

sendOnce();
for (const form of document.forms) linkOptions(form);
