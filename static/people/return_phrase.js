/** The page on which one comes back: fills in the phrase of a scanned code. */

import { sendOnce } from "../lobby/submit_once.js";

const field = /** @type {HTMLInputElement} */ (document.getElementById("phrase"));
// Behind the #, so that it is in no request, log or referrer; then it leaves the address, too.
const scanned = decodeURIComponent(location.hash.slice(1));
if (scanned) {
  field.value = scanned.replaceAll("-", " ");
  history.replaceState(null, "", location.pathname);
}
sendOnce();
