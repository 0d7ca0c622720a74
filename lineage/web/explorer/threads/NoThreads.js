/** What to do when there is no thread to show. */

import { html } from "../core/html.js";

export function NoThreads({ filtered }) {
  if (filtered) {
    return html`<section class="notice"><h2>No thread matches</h2><p>Titles are searched, in any case. <a href="#/threads">Show all roots</a></p></section>`;
  }
  return html`<section class="notice">
    <h2>There are no threads yet</h2>
    <p>Load an example of two agents in one conversation, and a fork of it:</p>
    <pre><code>lineage demo</code></pre>
    <p>or take over the sessions that your agents left on this machine:</p>
    <pre><code>lineage import</code></pre>
  </section>`;
}
