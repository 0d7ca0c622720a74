/** A list or a tree of any length, of which only the rows in view are elements. One row is the active one; keys move it. */

import { html, useEffect, useId, useLayoutEffect, useRef, useState } from "../core/html.js";

/** Rows that are made above and below those in view, so that quick scrolling shows no gaps. */
const SPARE = 4;
/** About how much of it is seen, until that is measured: what is guessed too high is made in vain, before anything is shown. */
const guess = () => innerHeight / 2;

/**
 * @param {{
 *   role: "tree" | "listbox", label: string, count: number, rowHeight: number, active: number,
 *   onActive: (index: number) => void, onOpen?: (index: number) => void, onKey?: (event: KeyboardEvent) => boolean,
 *   row: (index: number) => { content: unknown, attributes?: Record<string, unknown>, key: string },
 * }} props active is -1 when no row is; onKey tells whether it took the key
 */
export function VirtualList({ role, label, count, rowHeight, active, onActive, onOpen, onKey, row }) {
  const box = useRef(null);
  const id = useId();
  const [span, setSpan] = useState(() => ({ top: 0, height: guess() }));
  const look = () => box.current && setSpan({ top: box.current.scrollTop, height: box.current.clientHeight });
  useLayoutEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (active < 0) return;
    const [top, bottom] = [active * rowHeight, (active + 1) * rowHeight];
    const { scrollTop, clientHeight } = box.current;
    if (top < scrollTop) box.current.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) box.current.scrollTop = bottom - clientHeight;
  }, [active, count, rowHeight]);

  const page = Math.max(1, Math.floor(span.height / rowHeight) - 1);
  const keys = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || onKey?.(event)) return;
    const moves = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: count - 1, PageDown: active + page, PageUp: active - page };
    if (Object.hasOwn(moves, event.key)) {
      event.preventDefault();
      onActive(Math.min(Math.max(moves[event.key], 0), count - 1));
    } else if ((event.key === "Enter" || event.key === " ") && active >= 0) {
      event.preventDefault();
      (event.key === "Enter" ? onOpen : onActive)?.(active);
    }
  };
  const first = Math.max(0, Math.floor(span.top / rowHeight) - SPARE);
  const last = Math.min(count - 1, Math.ceil((span.top + span.height) / rowHeight) + SPARE);
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  // The active row stays an element, since the list names it to assistive technology by its id.
  if (active >= 0 && active < count && (active < first || active > last)) shown.push(active);
  return html`<div
    class="rows" ref=${box} role=${role} aria-label=${label} tabindex="0" onScroll=${look} onKeyDown=${keys}
    aria-activedescendant=${active >= 0 && active < count ? `${id}-${active}` : undefined}
  >
    <div class="rows-all" role="presentation" style=${{ height: `${count * rowHeight}px` }}>
      ${shown.map((index) => {
        const { content, attributes, key } = row(index);
        return html`<div
          key=${key} id=${`${id}-${index}`} class=${index === active ? "row active" : "row"} role=${role === "tree" ? "treeitem" : "option"}
          aria-selected=${index === active ? "true" : "false"} aria-setsize=${count} aria-posinset=${index + 1} ...${attributes}
          style=${{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
          onClick=${() => onActive(index)} onDblClick=${() => onOpen?.(index)}
        >${content}</div>`;
      })}
    </div>
  </div>`;
}
