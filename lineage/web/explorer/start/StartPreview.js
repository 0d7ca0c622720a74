/** How the next run would start with a provider, and why. Nothing is written. */

import { adjust, here } from "../core/addresses.js";
import { ask } from "../core/graphql.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { useLoaded } from "../core/loading.js";
import { useStore } from "../core/store.js";
import { Failure, Loading } from "../shell/states.js";
import { Resolution } from "./Resolution.js";
import { Told } from "./Told.js";

const TYPING_MS = 300;
const PROVIDERS = "{ providers { kind } }";
const RESOLVE = `query Start($input: StartContextInput!) {
  resolveStartContext(input: $input) {
    strategy handoffStrategy providerThreadId transferIds
    covers { threadId from to }
    signals { kind message value threshold }
    rejected { strategy reason }
    actions { kind nativeThreadRef nativeTurnRef keptTurnRef turns handoffId delivery }
  }
  handoffPreviews(input: $input) { kind covers { threadId from to } transferId text characters }
}`;

export function StartPreview({ thread }) {
  const { search } = useStore(here);
  const providers = useLoaded(async (signal) => (await ask(PROVIDERS, {}, signal)).providers, []);
  const provider = search.get("provider") ?? thread.runs.at(-1)?.provider ?? providers.data?.[0]?.kind ?? null;
  const model = search.get("model");
  const cleanContext = search.get("clean") === "true";
  const resolved = useLoaded(
    async (signal) => provider && ask(RESOLVE, { input: { threadId: thread.id, provider, model: model || null, cleanContext } }, signal),
    [thread.id, thread.version, provider, model, cleanContext],
  );
  return html`<div class="columns">
    <form class="card choices" onSubmit=${(event) => event.preventDefault()}>
      <h2>If the next run were started with</h2>
      <label>Provider
        <select value=${provider ?? ""} onChange=${(event) => adjust({ provider: event.target.value })}>
          ${(providers.data ?? []).map(({ kind }) => html`<option key=${kind} value=${kind} selected=${kind === provider}>${kind}</option>`)}
        </select>
      </label>
      <${Model} model=${model ?? ""} />
      <label class="check"><input type="checkbox" checked=${cleanContext} onChange=${(event) => adjust({ clean: event.target.checked })} /> Clean context</label>
      <p class="hint">Nothing is written: this only asks how the service would decide now.</p>
    </form>
    <div class="stack" aria-live="polite">
      ${resolved.data
        ? html`<${Resolution} resolution=${resolved.data.resolveStartContext} thread=${thread} provider=${provider} />
            <${Told} previews=${resolved.data.handoffPreviews} threadId=${thread.id} />`
        : resolved.error
          ? html`<${Failure} error=${resolved.error} retry=${resolved.reload} />`
          : html`<${Loading} slow=${resolved.slow} what="the decision" />`}
    </div>
  </div>`;
}

function Model({ model }) {
  const [text, setText] = useState(model);
  const timer = useRef(0);
  useEffect(() => setText(model), [model]);
  const typed = (value) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => adjust({ model: value.trim() }), TYPING_MS);
  };
  return html`<label>Model <input value=${text} placeholder="the agent's own" onInput=${(event) => typed(event.target.value)} /></label>`;
}
