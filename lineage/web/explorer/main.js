/** The page: its header, and the view that the address names. */

import { here } from "./core/addresses.js";
import { token } from "./core/credentials.js";
import { keepFocus } from "./core/focus.js";
import { html, render, useEffect, useRef } from "./core/html.js";
import { useStore } from "./core/store.js";
import { RunView } from "./runs/RunView.js";
import { SearchView } from "./search/SearchView.js";
import { Header } from "./shell/Header.js";
import { ThreadView } from "./thread/ThreadView.js";
import { ThreadsView } from "./threads/ThreadsView.js";
import { TreeView } from "./tree/TreeView.js";

function Page() {
  const address = useStore(here);
  // A new token asks everything anew.
  const key = useStore(token);
  const place = address.path.join("/");
  const main = useRef(null);
  const first = useRef(true);
  useEffect(() => {
    // Whoever came by a link from another view goes on reading at its beginning.
    if (!first.current) main.current.focus({ preventScroll: true });
    first.current = false;
  }, [place]);
  return html`<a class="skip" href="#main" onClick=${(event) => (event.preventDefault(), main.current.focus())}>Skip to the content</a>
    <${Header} />
    <main ref=${main} tabindex="-1" key=${key}>${viewOf(address.path)}</main>`;
}

function viewOf([place, id, part]) {
  if (place === undefined || place === "threads") return html`<${ThreadsView} />`;
  if (place === "search") return html`<${SearchView} />`;
  if (place === "tree" && id) return html`<${TreeView} key=${id} id=${id} />`;
  if (place === "thread" && id) return html`<${ThreadView} key=${id} id=${id} part=${part ?? "timeline"} />`;
  if (place === "run" && id) return html`<${RunView} key=${id} id=${id} part=${part ?? "items"} />`;
  return html`<section class="notice"><h1>There is no such page</h1><p>The address may be cut off. <a href="#/threads">All threads</a></p></section>`;
}

const page = document.getElementById("explorer");
keepFocus(page);
render(html`<${Page} />`, page);
