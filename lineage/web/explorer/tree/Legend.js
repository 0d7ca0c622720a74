/** What the lines and signs of the tree mean. */

import { html } from "../core/html.js";
import { Providers } from "../shell/marks.js";

const SIGNS = [
  ["fork", () => html`<path d="M5 1v4c0 6 4 8 10 8h12" class="line" />`],
  ["subagent", () => html`<path d="M5 7c0 5 4 6 10 6h12" class="line dotted" /><path d="M5 1l4 4-4 4-4-4z" class="hollow" />`],
  ["merge-back", () => html`<path d="M2 14c8 0 18-1 20-9" class="line merge" /><path d="M19 7l3.6-6 2.6 6z" class="merge-fill" />`],
  ["result", () => html`<path d="M2 14c8 0 18-1 20-9" class="line merge dotted" /><path d="M19 7l3.6-6 2.6 6z" class="merge-fill" />`],
  ["detached", () => html`<path d="M5 7c0 5 4 6 10 6h12" class="line gone" /><path d="M2 3l6 6M2 9l6-6" class="line cross" />`],
  ["failed", () => html`<path d="M2 8h24" class="line" /><circle cx="14" cy="8" r="4" class="failed-dot" />`],
  ["rolled back", () => html`<path d="M2 8h24" class="line dotted" /><circle cx="14" cy="8" r="2.6" class="hollow" />`],
];

export function Legend({ providers }) {
  return html`<div class="legend">
    ${SIGNS.map(([name, sign]) => html`<span key=${name}><svg viewBox="0 0 28 16" width="28" height="16" aria-hidden="true">${sign()}</svg> ${name}</span>`)}
    <${Providers} names=${providers} />
  </div>`;
}
