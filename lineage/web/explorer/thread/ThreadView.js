/** One thread: its head, and one of its parts as the address names it. */

import { addressOf, threadAddress, treeAddress } from "../core/addresses.js";
import { Ago } from "../core/clock.js";
import { html, useState } from "../core/html.js";
import { useLoaded } from "../core/loading.js";
import { useTitle } from "../core/title.js";
import { clipped, counted, nameOf } from "../core/words.js";
import { useLiveThread } from "../live/useLive.js";
import { Export } from "../shell/Export.js";
import { Loaded } from "../shell/states.js";
import { StartPreview } from "../start/StartPreview.js";
import { TimeTravel } from "../time/TimeTravel.js";
import { Timeline } from "../timeline/Timeline.js";
import { AT_FIRST, loadThread } from "./loading.js";

const PARTS = [
  ["timeline", "Timeline"],
  ["start", "Start preview"],
  ["time", "Time travel"],
];

export function ThreadView({ id, part }) {
  const [most, setMost] = useState(AT_FIRST);
  const loaded = useLoaded((signal) => loadThread(id, most, signal), [id]);
  useLiveThread({ threadId: id, version: loaded.data?.version ?? null, onChange: loaded.reload });
  const more = () => {
    setMost(most + AT_FIRST);
    loaded.reload();
  };
  return html`<${Loaded} loaded=${loaded} what="the thread" view=${(thread) => html`<${Thread} thread=${thread} part=${part} onMore=${more} reload=${loaded.reload} />`} />`;
}

function Thread({ thread, part, onMore, reload }) {
  useTitle(nameOf(thread));
  const { rootThreadId, relationshipToParent } = thread.lineage;
  const kind = { FORK: "fork", SUBAGENT: "subagent's thread" }[relationshipToParent] ?? "root";
  const address = (name) => (name === "timeline" ? threadAddress(thread.id) : addressOf(["thread", thread.id, name]));
  return html`<div class="view">
    <header class="view-head">
      <${Way} thread=${thread} />
      <h1><bdi>${clipped(nameOf(thread), 160)}</bdi></h1>
      <p class="facts">
        ${kind} · ${counted(thread.runCount, "run")} · version ${thread.version} ·${" "}
        <${Ago} at=${thread.updatedAt} />
      </p>
      <nav class="tabs" aria-label="Parts of the thread">
        ${PARTS.map(([name, title]) => html`<a key=${name} href=${address(name)} aria-current=${name === part ? "page" : undefined}>${title}</a>`)}
        <a href=${treeAddress(rootThreadId, { at: thread.id === rootThreadId ? null : thread.id })}>Fork tree</a>
      </nav>
      <${Export} threadId=${thread.id} />
    </header>
    ${part === "start"
      ? html`<${StartPreview} thread=${thread} />`
      : part === "time"
        ? html`<${TimeTravel} thread=${thread} />`
        : html`<${Timeline} thread=${thread} onMore=${onMore} reload=${reload} />`}
  </div>`;
}

/** Ancestors that are named one by one; between the root and its nearest ones the others are left out. */
const NAMED = 3;

/** The way from the root to the thread. */
function Way({ thread }) {
  const above = [...thread.ancestors].reverse();
  if (!above.length) return null;
  const named = above.length <= NAMED ? above : [above[0], null, ...above.slice(1 - NAMED)];
  return html`<nav class="way" aria-label="Threads above">
    <ol>${named.map((each, at) => html`<li key=${at}>${each ? html`<a href=${threadAddress(each.id)}><bdi>${clipped(nameOf(each), 40)}</bdi></a>` : "…"}</li>`)}</ol>
  </nav>`;
}
