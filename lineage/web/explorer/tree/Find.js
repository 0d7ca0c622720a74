/** Finds threads in a tree by title or id, one after the other. */

import { addressOf } from "../core/addresses.js";
import { html, useState } from "../core/html.js";
import { nameOf } from "../core/words.js";

export function Find({ tree, at, onFound }) {
  const [text, setText] = useState("");
  const [told, setTold] = useState("");
  const find = (event) => {
    event.preventDefault();
    const wanted = text.trim().toLocaleLowerCase();
    if (!wanted) return;
    const found = [...tree.byId.values()].filter((node) => `${nameOf(node)}\n${node.threadId}`.toLocaleLowerCase().includes(wanted));
    if (!found.length) return setTold("none");
    const next = (found.findIndex((node) => node.threadId === at) + 1) % found.length;
    setTold(`${next + 1} of ${found.length}`);
    return onFound(found[next].threadId);
  };
  return html`<form class="find" role="search" onSubmit=${find}>
    <input type="search" aria-label="Find in this tree" placeholder="Find in this tree" value=${text} onInput=${(event) => { setText(event.target.value); setTold(""); }} />
    <span class="found" role="status">${told}</span>
    ${text.trim() && html`<a href=${addressOf(["search"], { q: text.trim(), tree: tree.root.threadId })}>in texts</a>`}
  </form>`;
}
