/** A scene on the page: painted, moved, zoomed, its targets chosen, and downloaded. A list beside it tells the same in words. */

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../core/html.js";
import { useStore } from "../core/store.js";
import { still, theme } from "../core/theme.js";
import { paint } from "./canvas.js";
import { downloadPng, downloadSvg } from "./downloading.js";
import { colours } from "./palette.js";
import { pointing } from "./pointing.js";
import { fitted, kept, showing, zoomed } from "./viewing.js";

/** A view that has not moved for so long rests. */
const REST_MS = 120;
/** Below it the texts of drawings cannot be read. */
const LEAST_LEGIBLE_ZOOM = 0.6;

/**
 * @param {{
 *   scene: import("./scene.js").Scene, title: string, label: string, selected?: string | null, name: string,
 *   onSelect?: (id: string) => void, onOpen?: (id: string) => void, onKey?: (event: KeyboardEvent) => void,
 *   onView?: (seen: {top: number, bottom: number}) => void, legend?: unknown, band?: boolean, fit?: boolean,
 * }} props name is that of the measure; onView hears which part of the scene is in view, in its own units, when
 *   the view rests; band marks the whole row of what is selected; with fit all is shown at first, if it can be read then
 */
export function Drawing({ scene, title, label, selected = null, name, onSelect, onOpen, onKey, onView, legend, band = false, fit = false }) {
  const frame = useRef(null);
  const canvas = useRef(null);
  const [size, setSize] = useState(null);
  const [tip, setTip] = useState(null);
  const shade = useStore(theme);
  const colour = useMemo(() => colours(shade), [shade]);
  const state = useRef({ view: { x: 0, y: 0, zoom: 1 }, waiting: 0, moving: 0, resting: 0, shown: "" }).current;
  Object.assign(state, { scene, size, colour, selected, onSelect, onOpen, onView });

  const chosen = () => {
    const box = state.scene.targets.of(state.selected)?.box ?? null;
    return box && band ? { ...box, left: -Infinity, right: Infinity } : box;
  };
  const repaint = () => {
    if (!state.size || !canvas.current) return;
    const context = canvas.current.getContext("2d");
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    paint(context, state.scene, state.view, state.size, state.colour, chosen());
    clearTimeout(state.resting);
    state.resting = setTimeout(() => {
      const { view, size: window } = state;
      state.onView?.({ top: -view.y / view.zoom, bottom: (window.height - view.y) / view.zoom });
    }, REST_MS);
  };
  const look = (view) => {
    state.view = view;
    state.waiting ||= requestAnimationFrame(() => {
      state.waiting = 0;
      repaint();
    });
  };
  const glide = (to) => {
    cancelAnimationFrame(state.moving);
    const from = state.view;
    const start = performance.now();
    const step = (now) => {
      const part = still() ? 1 : Math.min(1, (now - start) / 140);
      const eased = 1 - (1 - part) ** 3;
      look({ zoom: from.zoom + (to.zoom - from.zoom) * eased, x: from.x + (to.x - from.x) * eased, y: from.y + (to.y - from.y) * eased });
      if (part < 1) state.moving = requestAnimationFrame(step);
    };
    step(start);
  };
  const zoomBy = (factor) => glide(kept(zoomed(state.view, factor, size.width / 2, size.height / 2), scene, size));
  const within = (x, y) => state.scene.targets.at((x - state.view.x) / state.view.zoom, (y - state.view.y) / state.view.zoom);

  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = frame.current;
      setSize((before) => (!width || !height || (before?.width === width && before.height === height) ? before : { width, height }));
    };
    // An observer first tells of it in the next frame.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current);
    return () => {
      observer.disconnect();
      clearTimeout(state.resting);
      cancelAnimationFrame(state.moving);
      cancelAnimationFrame(state.waiting);
    };
  }, []);
  useEffect(
    () =>
      pointing(canvas.current, {
        view: () => state.view,
        size: () => state.size,
        scene: () => state.scene,
        look,
        hover(x, y) {
          const target = within(x, y);
          setTip(target ? { text: target.label(), x, y } : null);
        },
        click(x, y, twice) {
          const target = within(x, y);
          if (target) (twice ? state.onOpen : state.onSelect)?.(target.id);
        },
      }),
    [],
  );
  useLayoutEffect(() => {
    if (!size) return;
    const [width, height] = [Math.round(size.width * devicePixelRatio), Math.round(size.height * devicePixelRatio)];
    // Setting them clears the canvas, even to what they are.
    if (canvas.current.width !== width || canvas.current.height !== height) Object.assign(canvas.current, { width, height });
    const whole = fitted(scene, size);
    state.view = kept(fit && !state.shown && whole.zoom >= LEAST_LEGIBLE_ZOOM ? whole : state.view, scene, size);
    performance.mark(`${name}:painting`);
    repaint();
    performance.measure(`${name}:painted`, `${name}:painting`);
    performance.mark(`${name}:there`);
  }, [size, scene, colour]);
  useEffect(() => {
    const box = size && scene.targets.of(selected)?.box;
    const place = box ? `${selected} ${box.left} ${box.top}` : "";
    // Details that come in later do not pull the view back to what is chosen.
    if (box && place !== state.shown) glide(kept(showing(state.view, band ? beginning(box) : box, size), scene, size));
    else repaint();
    state.shown = place;
  }, [selected, scene, size === null]);

  const keys = (event) => {
    const act = { "+": () => zoomBy(1.3), "=": () => zoomBy(1.3), "-": () => zoomBy(1 / 1.3), 0: () => glide(fitted(scene, size)) }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (act) {
      event.preventDefault();
      act();
    } else onKey?.(event);
  };
  return html`<div class="drawing">
    <div class="drawing-window">
      <div class="drawing-frame" ref=${frame} tabindex="0" role="group" aria-label=${`${label}. Plus and minus zoom, 0 shows all.`} onKeyDown=${keys} onPointerLeave=${() => setTip(null)}>
        <canvas ref=${canvas} role="img" aria-label=${label} style=${size ? { width: `${size.width}px`, height: `${size.height}px` } : {}}></canvas>
        ${tip && html`<div class="drawing-tip" aria-hidden="true" style=${tipPlace(tip, size)}><bdi>${tip.text}</bdi></div>`}
      </div>
    </div>
    <div class="drawing-foot">
      ${legend}
      <div class="drawing-tools" role="toolbar" aria-label="Drawing">
        <button type="button" class="tool" title="Zoom in (+)" aria-label="Zoom in" onClick=${() => zoomBy(1.3)}>+</button>
        <button type="button" class="tool" title="Zoom out (−)" aria-label="Zoom out" onClick=${() => zoomBy(1 / 1.3)}>−</button>
        <button type="button" class="tool" title="Show all (0)" onClick=${() => glide(fitted(scene, size))}>Fit</button>
        <button type="button" class="tool" title="Download as SVG" onClick=${() => downloadSvg(scene, colour, title)}>SVG</button>
        <button type="button" class="tool" title="Download as PNG" onClick=${() => downloadPng(scene, colour, title)}>PNG</button>
      </div>
    </div>
  </div>`;
}

/** Of a lane its beginning matters: its label may be long. */
const beginning = (box) => ({ ...box, right: Math.min(box.right, box.left + 380) });

/** Beside the pointer, on the side where there is room. */
function tipPlace(tip, size) {
  const right = tip.x > size.width / 2;
  const below = tip.y > size.height - 70;
  return {
    [right ? "right" : "left"]: `${right ? size.width - tip.x + 10 : tip.x + 14}px`,
    [below ? "bottom" : "top"]: `${below ? size.height - tip.y + 10 : tip.y + 14}px`,
  };
}
