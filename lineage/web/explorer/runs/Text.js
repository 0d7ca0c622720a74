/** A text of any length: what is long is folded. */

import { html } from "../core/html.js";
import { counted } from "../core/words.js";

const LONG_CHARS = 1500;

/** @param {{ text: string, code?: boolean }} props code keeps its columns */
export function Text({ text, code = false }) {
  const shown = html`<pre class=${code ? "" : "prose"}><bdi>${text}</bdi></pre>`;
  if (text.length <= LONG_CHARS) return shown;
  return html`<details><summary>${text.slice(0, 120).replace(/\s+/g, " ")} … <span class="facts">${counted(text.length, "character")}</span></summary>${shown}</details>`;
}
