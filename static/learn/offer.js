/** The line that offers a guide at the first visit, and takes no for an answer. */

for (const offer of document.querySelectorAll("[data-guide-offer]")) {
  offer.querySelector("button")?.addEventListener("click", async () => {
    const { decline } = await import("./progress.js");
    decline(offer.getAttribute("data-guide-offer") ?? "");
    offer.remove();
  });
}
