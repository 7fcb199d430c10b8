// Runs before a page's own scripts and notes when the board can be seen and when it answers, in ms after the start.
(() => {
  const moment = () => {
    const one = { at: null };
    one.comes = new Promise((resolve) => (one.note = () => resolve((one.at ??= performance.now()))));
    return one;
  };
  const seen = { visible: moment(), playable: moment(), shift: 0, shifted: [] };
  window.seen = seen;

  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      seen.shift += value;
      for (const { node, previousRect: from, currentRect: to } of sources) {
        const name = node instanceof Element ? node.cloneNode(false).outerHTML : node?.textContent;
        seen.shifted.push(`${name} from ${from.x},${from.y} to ${to.x},${to.y}`);
      }
    }
  }).observe({ type: "layout-shift", buffered: true });

  // Who is not to move may press what they like: the board says that it is not their turn.
  document.addEventListener("refused", seen.playable.note);

  const press = (stop) => {
    for (const type of ["pointerdown", "pointerup", "click"]) {
      stop.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1, isPrimary: true }));
    }
  };

  const frame = () => {
    const board = document.querySelector("game-board");
    if (board?.querySelector('[data-layer="pieces"] > *')) {
      // The frame after this one begins when this one has been painted.
      if (seen.visible.at === null) requestAnimationFrame(seen.visible.note);
      if (seen.playable.at === null) press(board.querySelector("[data-stop]"));
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})();
