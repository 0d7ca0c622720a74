/** The threads, the roots alone or all: searched, ordered, by pages, each with its size and its last activity. */

import { adjust, here } from "../core/addresses.js";
import { ask } from "../core/graphql.js";
import { html, useRef } from "../core/html.js";
import { useLoaded } from "../core/loading.js";
import { useStore } from "../core/store.js";
import { useTitle } from "../core/title.js";
import { counted } from "../core/words.js";
import { useLiveList } from "../live/useLiveList.js";
import { Loaded } from "../shell/states.js";
import { Filters } from "./Filters.js";
import { NoThreads } from "./NoThreads.js";
import { orderIn } from "./order.js";
import { Table } from "./Table.js";

const PAGE = 25;
const PAGE_OF = `threads(
    first: ${PAGE}, after: $after, rootsOnly: $rootsOnly, titleContains: $title, provider: $provider, orderBy: $by, direction: $direction
  )`;
const GIVEN = "$after: String, $rootsOnly: Boolean!, $title: String, $provider: String, $by: ThreadOrder!, $direction: Direction!";
const THREADS = `query Threads(${GIVEN}) {
  ${PAGE_OF} {
    totalCount pageInfo { hasNextPage endCursor }
    edges { node { id title createdAt updatedAt version runCount forkCount lineage { rootThreadId relationshipToParent } } }
  }
}`;
/** What tells that the page is no longer as it was shown. All threads are counted only where the page is shown anew. */
const CHANGES = `query ThreadChanges(${GIVEN}) {
  ${PAGE_OF} { pageInfo { hasNextPage } edges { node { id version runCount forkCount } } }
}`;

export function ThreadsView() {
  useTitle("Threads");
  const { search } = useStore(here);
  const [title, provider, after] = [search.get("q") ?? "", search.get("provider") ?? "", search.get("after") ?? ""];
  const all = search.get("all") === "true";
  const order = orderIn(search);
  const variables = { after: after || null, rootsOnly: !all, title: title || null, provider: provider || null, ...order };
  const loaded = useLoaded(async (signal) => (await ask(THREADS, variables, signal)).threads, [variables]);
  const last = useRef(null);
  last.current = loaded.data ?? last.current;
  // Another order, or filter, takes the place of what is shown when it is there: nothing jumps, and the keyboard stays at what was pressed.
  const shown = { ...loaded, data: loaded.data ?? (loaded.error ? null : last.current) };
  useLiveList({
    question: CHANGES,
    variables,
    shown: loaded.data && stateOf(loaded.data),
    loading: loaded.loading,
    stateOf: (answer) => stateOf(answer.threads),
    onChange: loaded.reload,
  });
  const filtered = Boolean(title || provider);
  return html`<div class="view">
    <header class="view-head">
      <h1>Threads</h1>
      <p class="facts" role="status">${shown.data ? counted(shown.data.totalCount, all ? "thread" : "root") : ""}</p>
      <${Filters} title=${title} provider=${provider} all=${all} order=${order} />
    </header>
    <${Loaded} loaded=${shown} what="threads" view=${(page) => html`<${Page} page=${page} order=${order} filtered=${filtered} after=${after} />`} />
  </div>`;
}

/** @param {{ pageInfo: {hasNextPage: boolean}, edges: {node: {id: string, version: number, runCount: number, forkCount: number}}[] }} page */
function stateOf({ pageInfo, edges }) {
  return JSON.stringify([pageInfo.hasNextPage, edges.map(({ node: { id, version, runCount, forkCount } }) => [id, version, runCount, forkCount])]);
}

function Page({ page, order, filtered, after }) {
  if (!page.edges.length && !after) return html`<${NoThreads} filtered=${filtered} />`;
  return html`<${Table} threads=${page.edges.map((edge) => edge.node)} order=${order} />
    <nav class="pages" aria-label="Pages">
      ${after && html`<button type="button" onClick=${() => adjust({ after: null })}>First page</button>`}
      ${after && html`<button type="button" onClick=${() => history.back()}>Back</button>`}
      ${page.pageInfo.hasNextPage && html`<${Next} cursor=${page.pageInfo.endCursor} />`}
    </nav>`;
}

/** A step of its own in the history, so that the browser's way back leads to the page before. */
function Next({ cursor }) {
  const { search } = useStore(here);
  const next = new URLSearchParams(search);
  next.set("after", cursor);
  return html`<a class="button" href=${`#/threads?${next}`}>Next page</a>`;
}
