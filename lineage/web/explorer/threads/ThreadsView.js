/** The roots: searched, by pages, each with its size and its last activity. */

import { adjust, here, threadAddress, treeAddress } from "../core/addresses.js";
import { ask } from "../core/graphql.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { useLoaded } from "../core/loading.js";
import { useStore } from "../core/store.js";
import { useTitle } from "../core/title.js";
import { ago, atTime, clipped, counted, nameOf } from "../core/words.js";
import { Providers } from "../shell/marks.js";
import { Failure, Loading } from "../shell/states.js";
import { NoThreads } from "./NoThreads.js";
import { useSizes } from "./sizes.js";

const PAGE = 25;
/** Typing waits this long for the next letter. */
const TYPING_MS = 250;
const THREADS = `query Threads($first: Int!, $after: String, $title: String, $provider: String) {
  threads(first: $first, after: $after, rootsOnly: true, titleContains: $title, provider: $provider) {
    totalCount pageInfo { hasNextPage endCursor }
    edges { node { id title createdAt updatedAt version } }
  }
}`;
const PROVIDERS = "{ providers { kind } }";

export function ThreadsView() {
  useTitle("Threads");
  const { search } = useStore(here);
  const [title, provider, after] = [search.get("q") ?? "", search.get("provider") ?? "", search.get("after") ?? ""];
  const loaded = useLoaded(
    async (signal) => (await ask(THREADS, { first: PAGE, after: after || null, title: title || null, provider: provider || null }, signal)).threads,
    [title, provider, after],
  );
  const providers = useLoaded(async (signal) => (await ask(PROVIDERS, {}, signal)).providers, []);
  return html`<div class="view">
    <header class="view-head">
      <h1>Threads</h1>
      <p class="facts" role="status">${loaded.data ? counted(loaded.data.totalCount, "root") : ""}</p>
      <${Filters} title=${title} provider=${provider} providers=${providers.data ?? []} />
    </header>
    ${loaded.data
      ? html`<${Roots} page=${loaded.data} filtered=${Boolean(title || provider)} after=${after} />`
      : loaded.error
        ? html`<${Failure} error=${loaded.error} retry=${loaded.reload} />`
        : html`<${Loading} slow=${loaded.slow} what="threads" />`}
  </div>`;
}

function Filters({ title, provider, providers }) {
  const [text, setText] = useState(title);
  const timer = useRef(0);
  const given = useRef(title);
  useEffect(() => {
    // The address was changed from elsewhere, by the way back for example.
    if (title !== given.current) setText(title);
    given.current = title;
  }, [title]);
  const typed = (value) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      given.current = value.trim();
      adjust({ q: value.trim(), after: null });
    }, TYPING_MS);
  };
  return html`<form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
    <input type="search" aria-label="Title contains" placeholder="Title contains …" value=${text} onInput=${(event) => typed(event.target.value)} />
    <select aria-label="Provider" value=${provider} onChange=${(event) => adjust({ provider: event.target.value, after: null })}>
      <option value="">any provider</option>
      ${providers.map(({ kind }) => html`<option key=${kind} value=${kind} selected=${kind === provider}>${kind}</option>`)}
    </select>
  </form>`;
}

function Roots({ page, filtered, after }) {
  const threads = page.edges.map((edge) => edge.node);
  const sizes = useSizes(threads);
  if (!threads.length) return html`<${NoThreads} filtered=${filtered} />`;
  return html`<div class="table-frame" role="region" aria-label="Roots" tabindex="0">
      <table class="roots">
        <thead>
          <tr><th scope="col">Thread</th><th scope="col">Providers</th><th scope="col" class="number">Runs</th><th scope="col" class="number">Branches</th><th scope="col">Last activity</th></tr>
        </thead>
        <tbody>
          ${threads.map((thread) => html`<${Root} key=${thread.id} thread=${thread} size=${sizes.get(thread.id)} />`)}
        </tbody>
      </table>
    </div>
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

function Root({ thread, size }) {
  return html`<tr>
    <th scope="row">
      <a href=${treeAddress(thread.id)}><bdi>${clipped(nameOf(thread), 160)}</bdi></a>
      <a class="minor" href=${threadAddress(thread.id)} aria-label=${`Timeline of ${clipped(nameOf(thread), 80)}`}>timeline</a>
    </th>
    <td>${size && html`<${Providers} names=${size.providers} />`}</td>
    <td class="number">${size && (size.runs || "–")}</td>
    <td class="number">${size && (size.below || "–")}</td>
    <td><time datetime=${thread.updatedAt} title=${atTime(thread.updatedAt)}>${ago(thread.updatedAt)}</time></td>
  </tr>`;
}
