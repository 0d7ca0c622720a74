/** What changed a thread, one event a version. */

import { ask } from "../core/graphql.js";
import { html, useEffect, useState } from "../core/html.js";
import { ago, atTime } from "../core/words.js";
import { VirtualList } from "../shell/VirtualList.js";

const PAGE = 500;
const EVENTS = `query Events($id: ID!, $after: String) {
  thread(id: $id) { events(first: ${PAGE}, after: $after) { pageInfo { hasNextPage endCursor } edges { node { version type at } } } }
}`;

export function Events({ thread, version, onVersion }) {
  const [events, setEvents] = useState([]);
  useEffect(() => {
    const controller = new AbortController();
    (async () => {
      const found = [];
      let page = null;
      do {
        page = (await ask(EVENTS, { id: thread.id, after: page?.pageInfo.endCursor ?? null }, controller.signal)).thread.events;
        found.push(...page.edges.map((edge) => edge.node));
        setEvents([...found]);
      } while (page.pageInfo.hasNextPage && !controller.signal.aborted);
    })().catch(() => {});
    return () => controller.abort();
  }, [thread.id, thread.version]);
  const row = (index) => {
    const { version: of, type, at } = events[index];
    return {
      key: String(of),
      content: html`<span class="number ordinal"><span class="unseen">Version </span>${of}</span><span class="name">${type.replace(".", " ").replaceAll("_", " ")}</span><time class="minor" datetime=${at} title=${atTime(at)}>${ago(at)}</time>`,
    };
  };
  return html`<section class="card events" aria-label="Events">
    <h2>What changed it</h2>
    <${VirtualList} role="listbox" label="Events" count=${events.length} rowHeight=${28} active=${events.findIndex((each) => each.version === version)} row=${row} onActive=${(index) => onVersion(events[index].version)} />
  </section>`;
}
