/** Offer of a guide at the first visit, which can be declined. */

import { decline } from "./guide_cookie.js";

for (const offer of document.querySelectorAll("[data-guide-offer]")) {
  offer.querySelector("button")?.addEventListener("click", () => {
    decline(offer.getAttribute("data-guide-offer") ?? "");
    offer.remove();
  });
}
