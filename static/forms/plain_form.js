/** Script of a page whose form needs no other. */

import { sendOnce } from "./submit_once.js";

sendOnce();
