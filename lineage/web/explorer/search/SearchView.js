/** What was found in titles, messages, handoffs and items, by pages, the best first. */

import { adjust, here, runAddress, threadAddress, treeAddress } from "../core/addresses.js";
import { ask } from "../core/graphql.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { useStore } from "../core/store.js";
import { useTitle } from "../core/title.js";
import { clipped, counted, nameOf, plain } from "../core/words.js";
import { Provider } from "../shell/marks.js";
import { Failure, Loading } from "../shell/states.js";
import { Snippet } from "./snippets.js";

const PAGE = 20;
const KINDS = [["", "everything"], ["THREAD", "titles"], ["RUN", "messages"], ["HANDOFF", "handoffs"], ["TURN_ITEM", "items"]];
const SEARCH = `query Search($q: String!, $kinds: [SearchKind!], $tree: ID, $after: String) {
  search(query: $q, kinds: $kinds, rootThreadId: $tree, first: ${PAGE}, after: $after) {
    totalCount ignored pageInfo { hasNextPage endCursor }
    edges { node {
      kind id threadId runId rolledBack snippet { text offset highlights { start end } }
      thread { id title } run { id ordinal provider } item { kind }
    } }
  }
}`;
const NOTHING = { hits: [], total: 0, ignored: [], after: null, more: false, busy: true, error: null };

export function SearchView() {
  const { search } = useStore(here);
  const [q, kind, tree] = [search.get("q") ?? "", search.get("kind") ?? "", search.get("tree")];
  useTitle(q ? `Search for ${q}` : "Search");
  const { state, load } = useHits(q, kind, tree);
  const { hits, total, ignored, more, busy, error } = state;
  return html`<div class="view">
    <header class="view-head">
      <h1>Search${q && html` for <q><bdi>${clipped(q, 80)}</bdi></q>`}</h1>
      <p class="facts" role="status">${q && !error && !(busy && !hits.length) ? counted(total, "result") : ""}${ignored.length > 0 && html`; not looked for: <bdi>${ignored.join(", ")}</bdi>`}</p>
      <form class="filters" onSubmit=${(event) => event.preventDefault()}>
        <label>In <select value=${kind} onChange=${(event) => adjust({ kind: event.target.value })}>
          ${KINDS.map(([value, name]) => html`<option key=${value} value=${value} selected=${value === kind}>${name}</option>`)}
        </select></label>
        ${tree && html`<span>of <a href=${treeAddress(tree)}>one tree</a></span> <button type="button" onClick=${() => adjust({ tree: null })}>All trees</button>`}
      </form>
    </header>
    ${!q
      ? html`<${Help} />`
      : error && !hits.length
        ? html`<${Failure} error=${error} retry=${() => load(null)} />`
        : !hits.length
          ? busy
            ? html`<${Loading} slow=${true} what="results" />`
            : html`<section class="notice"><h2>Nothing has all of these words</h2><p>Try fewer words, or the beginning of one with a star: <code>pars*</code></p></section>`
          : html`<${Hits} hits=${hits} />
            <div class="pages">
              ${more && html`<button type="button" disabled=${busy} onClick=${() => load(state.after)}>More results</button>`}
            </div>
            ${error && html`<${Failure} error=${error} />`}`}
  </div>`;
}

/** The hits that were loaded so far, and what loads more. */
function useHits(q, kind, tree) {
  const [state, setState] = useState(NOTHING);
  const controller = useRef(null);
  const load = async (after) => {
    controller.current?.abort();
    const { signal } = (controller.current = new AbortController());
    setState((before) => (after ? { ...before, busy: true, error: null } : NOTHING));
    try {
      const found = (await ask(SEARCH, { q, kinds: kind ? [kind] : null, tree, after }, signal)).search;
      setState((before) => ({
        hits: [...(after ? before.hits : []), ...found.edges.map((edge) => edge.node)],
        total: found.totalCount,
        ignored: found.ignored,
        after: found.pageInfo.endCursor,
        more: found.pageInfo.hasNextPage,
        busy: false,
        error: null,
      }));
    } catch (error) {
      if (!signal.aborted) setState((before) => ({ ...before, busy: false, error }));
    }
  };
  useEffect(() => {
    if (q) load(null);
    return () => controller.current?.abort();
  }, [q, kind, tree]);
  return { state, load };
}

/** Arrow keys go from result to result. */
function Hits({ hits }) {
  const keys = (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...event.currentTarget.querySelectorAll("a.hit")];
    const at = links.indexOf(document.activeElement);
    if (!by || at < 0) return;
    event.preventDefault();
    links[Math.min(Math.max(at + by, 0), links.length - 1)].focus();
  };
  return html`<ol class="hits" aria-label="Results" onKeyDown=${keys}>${hits.map((hit) => html`<${Hit} key=${`${hit.kind} ${hit.id}`} hit=${hit} />`)}</ol>`;
}

function Hit({ hit: { kind, threadId, runId, rolledBack, snippet, thread, run, item } }) {
  const address = runId ? runAddress(runId) : threadAddress(threadId);
  const what = { THREAD: "title", RUN: "message", HANDOFF: "handoff" }[kind] ?? plain(item?.kind ?? "item");
  return html`<li>
    <a class="hit" href=${address}>
      <span class="hit-place">
        <span class="tag">${what}</span>
        <bdi class="hit-thread">${clipped(thread ? nameOf(thread) : threadId, 100)}</bdi>
        ${run && html`<span class="facts">run ${run.ordinal}</span> <${Provider} name=${run.provider} />`}
        ${rolledBack && html`<span class="facts">↶ rolled back</span>`}
      </span>
      <span class="hit-text"><${Snippet} snippet=${snippet} /></span>
    </a>
  </li>`;
}

function Help() {
  return html`<section class="notice">
    <h2>Titles, messages, handoffs and what happened in runs</h2>
    <p>All words must occur, in any case. <code>"two words"</code> in this order; <code>pars*</code> for a beginning.</p>
  </section>`;
}
