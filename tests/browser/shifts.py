"""Layout shifts of a page."""

from __future__ import annotations

WATCH_SHIFTS = """window.shifted = 0;
window.shifts = [];
const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
const called = (node) => node?.id || node?.className || node?.nodeName;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    window.shifted += value;
    for (const { node, previousRect, currentRect } of sources) {
      window.shifts.push(`${called(node)} went from ${box(previousRect)} to ${box(currentRect)}`);
    }
  }
}).observe({ type: "layout-shift", buffered: true });"""
