import { decline } from "./progress.js";

/** The line that offers a guide at the first visit, and takes no for an answer. */

for (const offer of document.querySelectorAll("[data-guide-offer]")) {
  offer.querySelector("button")?.addEventListener("click", () => {
    decline(offer.getAttribute("data-guide-offer") ?? "");
    offer.remove();
  });
}
