/** What a view shows when it has nothing to show yet, or at all. */

import { inWords } from "../core/failing.js";
import { html } from "../core/html.js";

/** An error in words with what to do about it. @param {{error: Error, retry?: () => void}} props */
export function Failure({ error, retry }) {
  const { title, advice, detail, code } = inWords(error);
  return html`<section class="notice bad" role="alert">
    <h2>${title}</h2>
    <p>${advice}</p>
    <p class="detail"><code>${code}</code> <bdi>${detail}</bdi></p>
    ${retry && html`<button type="button" onClick=${retry}>Try again</button>`}
  </section>`;
}

/** Says so when loading takes long; holds its place before that. */
export function Loading({ slow, what }) {
  return html`<div class="waiting" role="status">${slow && html`<span class="spinner" aria-hidden="true"></span> Loading ${what} …`}</div>`;
}

/**
 * The view of what was loaded; before that the state of loading.
 * @param {{ loaded: {data: any, error: Error | null, slow: boolean, reload: () => void}, what: string, view: (data: any) => unknown }} props
 */
export function Loaded({ loaded, what, view }) {
  const { data, error, slow, reload } = loaded;
  if (data === null) return error ? html`<${Failure} error=${error} retry=${reload} />` : html`<${Loading} slow=${slow} what=${what} />`;
  return html`${error && html`<p class="outdated" role="alert">What you see is out of date: ${inWords(error).title.toLowerCase()}. <button type="button" onClick=${reload}>Try again</button></p>`}
  ${view(data)}`;
}
