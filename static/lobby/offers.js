/** The lobby. */

import { sendOnce } from "./submit_once.js";

sendOnce();
