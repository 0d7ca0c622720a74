/** What the signs of the timeline mean. */

import { html } from "../core/html.js";

const SIGNS = [
  ["handoff", () => html`<path d="M2 14v-3h8v3M6 11C6 2 24 2 24 10" class="line arc" /><path d="M21 9l3 5 3-5z" class="arc-fill" />`],
  ["delta", () => html`<path d="M2 9h24" class="line arc dash" />`],
  ["checkpoint", () => html`<path d="M14 3l5 5-5 5-5-5z" class="mark" />`],
  ["rolled back", () => html`<rect x="5" y="2" width="18" height="12" rx="3" class="ghost" /><path d="M2 8h24" class="line strike" />`],
  ["known", () => html`<rect x="3" y="3" width="22" height="10" rx="2" class="mark" />`],
  ["missing", () => html`<rect x="3" y="3" width="22" height="10" rx="2" class="void" />`],
];

export function Key() {
  return html`<div class="legend">
    ${SIGNS.map(([name, sign]) => html`<span key=${name}><svg viewBox="0 0 28 16" width="28" height="16" aria-hidden="true">${sign()}</svg> ${name}</span>`)}
  </div>`;
}
