/** The page for signing in by a phrase: fills in the phrase of a scanned code. */

import { sendOnce } from "../forms/submit_once.js";

const field = /** @type {HTMLInputElement} */ (document.getElementById("phrase"));
// The phrase is behind the #, so that it is in no request, log or referrer; then it is removed from the address.
const scanned = decodeURIComponent(location.hash.slice(1));
if (scanned) {
  field.value = scanned.replaceAll("-", " ");
  history.replaceState(null, "", location.pathname);
}
sendOnce();
