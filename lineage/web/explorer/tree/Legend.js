/** What the lines and signs of the tree mean. */

import { html } from "../core/html.js";
import { Providers } from "../shell/marks.js";

const SIGNS = [
  ["fork", () => html`<circle cx="5" cy="7" r="3" class="fill" /><path d="M5 7c0 5 4 6 10 6h12" class="line" />`],
  ["subagent", () => html`<path d="M5 7c0 5 4 6 10 6h12" class="line dots" /><path d="M5 3l4 4-4 4-4-4z" class="hollow" />`],
  ["merge-back", () => html`<path d="M27 7H6" class="line merge" /><path d="M9 3L3 7l6 4z" class="merge-fill" />`],
  ["detached", () => html`<path d="M5 7c0 5 4 6 10 6h12" class="line gone" /><path d="M2 3l6 6M2 9l6-6" class="line cross" />`],
];

export function Legend({ providers }) {
  return html`<div class="legend">
    ${SIGNS.map(([name, sign]) => html`<span key=${name}><svg viewBox="0 0 28 16" width="28" height="16" aria-hidden="true">${sign()}</svg> ${name}</span>`)}
    <${Providers} names=${providers} />
  </div>`;
}
