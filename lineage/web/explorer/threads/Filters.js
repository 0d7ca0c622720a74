/** What narrows the list of threads, and its order. All of it is in the address. */

import { adjust } from "../core/addresses.js";
import { ask } from "../core/graphql.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { useLoaded } from "../core/loading.js";
import { addressed, ORDERS } from "./order.js";

/** Typing waits this long for the next letter. */
const TYPING_MS = 250;
const PROVIDERS = "{ providers { kind } }";

/** @param {{ title: string, provider: string, all: boolean, order: import("./order.js").Order }} props */
export function Filters({ title, provider, all, order }) {
  const providers = useLoaded(async (signal) => (await ask(PROVIDERS, {}, signal)).providers, []);
  const chosen = ORDERS.findIndex((each) => each.by === order.by && each.direction === order.direction);
  return html`<form class="filters" role="search" aria-label="Threads" onSubmit=${(event) => event.preventDefault()}>
    <${Title} title=${title} />
    <select aria-label="Provider" value=${provider} onChange=${(event) => adjust({ provider: event.target.value, after: null })}>
      <option value="">any provider</option>
      ${(providers.data ?? []).map(({ kind }) => html`<option key=${kind} value=${kind} selected=${kind === provider}>${kind}</option>`)}
    </select>
    <select aria-label="Which threads" value=${all ? "all" : "roots"} onChange=${(event) => adjust({ all: event.target.value === "all", after: null })}>
      <option value="roots" selected=${!all}>roots only</option>
      <option value="all" selected=${all}>forks and subagents, too</option>
    </select>
    <select aria-label="Order" value=${String(chosen)} onChange=${(event) => adjust(addressed(ORDERS[Number(event.target.value)]))}>
      ${ORDERS.map(({ name }, at) => html`<option key=${at} value=${String(at)} selected=${at === chosen}>${name}</option>`)}
    </select>
  </form>`;
}

function Title({ title }) {
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
  return html`<input type="search" aria-label="Title contains" placeholder="Title contains …" value=${text} onInput=${(event) => typed(event.target.value)} />`;
}
