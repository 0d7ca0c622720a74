/** Moves a view by mouse, pen, touch and wheel: drag to pan, pinch or Ctrl+wheel to zoom, click to choose. */

import { kept, zoomed } from "./viewing.js";

/** A pointer that moved less than this was a click. */
const CLICK_PIXELS = 5;

/**
 * @param {HTMLElement} element
 * @param {{ view: () => any, look: (view: any) => void, size: () => {width: number, height: number}, scene: () => any,
 *           click: (x: number, y: number, twice: boolean) => void, hover: (x: number, y: number) => void }} drawing
 * @returns {() => void} ends it
 */
export function pointing(element, drawing) {
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let travelled = 0;
  const place = (event) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const span = () => {
    const [one, other] = [...down.values()];
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, long: Math.hypot(one.x - other.x, one.y - other.y) };
  };
  const look = (view) => drawing.look(kept(view, drawing.scene(), drawing.size()));

  const handlers = {
    pointerdown(event) {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      if (down.size === 0) travelled = 0;
      down.set(event.pointerId, place(event));
    },
    pointermove(event) {
      const now = place(event);
      const before = down.get(event.pointerId);
      if (!before) return drawing.hover(now.x, now.y);
      travelled += Math.hypot(now.x - before.x, now.y - before.y);
      if (down.size === 1) {
        down.set(event.pointerId, now);
        if (travelled < CLICK_PIXELS) return undefined;
        const view = drawing.view();
        return look({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y });
      }
      const from = span();
      down.set(event.pointerId, now);
      const to = span();
      const moved = zoomed(drawing.view(), to.long / Math.max(from.long, 1), from.x, from.y);
      return look({ ...moved, x: moved.x + to.x - from.x, y: moved.y + to.y - from.y });
    },
    pointerup(event) {
      const at = place(event);
      if (down.delete(event.pointerId) && down.size === 0 && travelled < CLICK_PIXELS) drawing.click(at.x, at.y, false);
    },
    pointercancel: (event) => down.delete(event.pointerId),
    dblclick(event) {
      const at = place(event);
      drawing.click(at.x, at.y, true);
    },
    wheel(event) {
      const view = drawing.view();
      const at = place(event);
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const next =
        event.ctrlKey || event.metaKey
          ? zoomed(view, Math.exp(-event.deltaY * lines * 0.005), at.x, at.y)
          : { ...view, x: view.x - (event.shiftKey ? event.deltaY : event.deltaX) * lines, y: view.y - (event.shiftKey ? 0 : event.deltaY) * lines };
      const moved = kept(next, drawing.scene(), drawing.size());
      // At its end the wheel scrolls the page, as it does everywhere else.
      if (moved.x === view.x && moved.y === view.y && moved.zoom === view.zoom && !event.ctrlKey) return;
      event.preventDefault();
      drawing.look(moved);
    },
  };
  for (const [name, handler] of Object.entries(handlers)) element.addEventListener(name, handler, { passive: false });
  return () => {
    for (const [name, handler] of Object.entries(handlers)) element.removeEventListener(name, handler);
  };
}
