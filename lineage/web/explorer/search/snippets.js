/** Parts of a snippet, with what matched apart. */

import { html } from "../core/html.js";

/**
 * @param {{ text: string, offset: number, highlights: {start: number, end: number}[] }} snippet places count code points, ends are exclusive
 * @returns {{ text: string, found: boolean }[]}
 */
export function partsOf({ text, highlights }) {
  const characters = Array.from(text);
  const parts = [];
  let at = 0;
  const add = (to, found) => {
    if (to > at) parts.push({ text: characters.slice(at, to).join(""), found });
    at = Math.max(at, to);
  };
  for (const { start, end } of highlights) {
    add(start, false);
    add(end, true);
  }
  add(characters.length, false);
  return parts;
}

export const Snippet = ({ snippet }) =>
  html`<bdi>${snippet.offset > 0 && "…"}${partsOf(snippet).map(({ text, found }, at) => (found ? html`<mark key=${at}>${text}</mark>` : text))}</bdi>`;
