/** Small signs for the kinds of things: always a shape and a word beside a colour. */

import { html } from "../core/html.js";
import { plain } from "../core/words.js";
import { slotOf } from "../drawing/palette.js";

/** @param {{name: string}} props */
export const Provider = ({ name }) => html`<span class=${`provider slot-${slotOf(name)}`}><bdi>${name}</bdi></span>`;

export const Providers = ({ names }) => html`<span class="providers">${names.map((name) => html`<${Provider} key=${name} name=${name} />`)}</span>`;

/** Where there is room for colours only; the names are told when one points at them, and have to be told in words beside it. */
export const ProviderDots = ({ names }) =>
  html`<span class="dots" title=${names.join(", ")}>${names.map((name) => html`<span key=${name} class=${`dot slot-${slotOf(name)}`}></span>`)}</span>`;

/** What stands before a status; the same signs are in the drawings. */
export const STATUS_SIGNS = { PREPARING: "◌", RUNNING: "▶", COMPLETED: "✓", FAILED: "!", INTERRUPTED: "‖", ROLLED_BACK: "↶" };

/** @param {{status: string}} props */
export const Status = ({ status }) =>
  html`<span class=${`status ${status.toLowerCase()}`}><span aria-hidden="true">${STATUS_SIGNS[status] ?? "·"}</span> ${plain(status)}</span>`;
