/** The line that offers a guide at the first visit, and takes no for an answer. */

for (const offer of document.querySelectorAll("[data-guide-offer]")) {
  offer.querySelector("button")?.addEventListener("click", () => {
    offer.remove();
    const game = offer.getAttribute("data-guide-offer") ?? "";
    import("./progress.js").then(({ decline }) => decline(game), () => {});
  });
}
