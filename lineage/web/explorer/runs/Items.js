/** What happened in a run, by pages. */

import { ask } from "../core/graphql.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { atTime, plain } from "../core/words.js";
import { Failure, Loading } from "../shell/states.js";
import { Data } from "./Data.js";
import { Text } from "./Text.js";

const PAGE = 100;
const ITEMS = `query Items($id: ID!, $after: String) {
  run(id: $id) {
    items(first: ${PAGE}, after: $after) { totalCount pageInfo { hasNextPage endCursor } edges { node { id kind text data createdAt } } }
  }
}`;

/** @param {{ runId: string, version: number }} props version is that of the thread: when it changes, more may have happened */
export function Items({ runId, version }) {
  const [state, setState] = useState({ items: [], total: null, after: null, more: true, busy: true, error: null });
  const shown = useRef(version);
  const load = async (after) => {
    setState((before) => ({ ...before, busy: true, error: null }));
    try {
      const { items } = (await ask(ITEMS, { id: runId, after })).run;
      setState((before) => ({
        items: [...before.items, ...items.edges.map((edge) => edge.node)],
        total: items.totalCount,
        after: items.pageInfo.endCursor ?? before.after,
        more: items.pageInfo.hasNextPage,
        busy: false,
        error: null,
      }));
    } catch (error) {
      setState((before) => ({ ...before, busy: false, error }));
    }
  };
  const { items, total, after, more, busy, error } = state;
  useEffect(() => void load(null), [runId]);
  useEffect(() => {
    // What comes after a page that is not the last one is loaded by the button.
    if (shown.current !== version && total !== null && !more && !busy) load(after);
    shown.current = version;
  }, [version]);
  if (error && !items.length) return html`<${Failure} error=${error} retry=${() => load(after)} />`;
  if (total === null) return html`<${Loading} slow=${true} what="items" />`;
  if (!total) return html`<section class="notice"><h2>Nothing was recorded of this run</h2><p>Items come by appendItems while it runs.</p></section>`;
  return html`<section class="card" aria-label="Items">
    <h2>Items <span class="facts">${items.length === total ? total : `${items.length} of ${total}`}</span></h2>
    <ol class="items">${items.map((item) => html`<${Item} key=${item.id} item=${item} />`)}</ol>
    ${error && html`<${Failure} error=${error} />`}
    ${more && html`<button type="button" disabled=${busy} onClick=${() => load(after)}>Load ${Math.min(PAGE, total - items.length)} more</button>`}
  </section>`;
}

function Item({ item: { kind, text, data, createdAt } }) {
  return html`<li class=${`item ${kind.toLowerCase()}`}>
    <p class="kind-line"><strong>${plain(kind)}</strong> <time datetime=${createdAt}>${atTime(createdAt)}</time></p>
    ${text && html`<${Text} text=${text} />`}
    ${data !== null && html`<${Data} kind=${kind} data=${data} />`}
  </li>`;
}
