/**
 * Addresses that can be shared: #/place/ID/place?name=value, with every part percent-encoded, since ids may hold any character.
 *
 * @typedef {{ path: string[], search: URLSearchParams }} Address
 */

import { createStore } from "./store.js";

/** @param {string} hash location.hash @returns {Address} */
export function parse(hash) {
  const [path, search = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { path: path.split("/").filter(Boolean).map(decoded), search: new URLSearchParams(search) };
}

/**
 * The address of a place in the page. Values that are null, false or empty are left out.
 * @param {string[]} path @param {Record<string, string | number | boolean | null | undefined>} [search]
 */
export function addressOf(path, search = {}) {
  const given = Object.entries(search).filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `#/${path.map(encoded).join("/")}${query ? `?${query}` : ""}`;
}

// A lone surrogate, which no address can hold, would make encodeURIComponent throw.
const encoded = (part) => encodeURIComponent(part.toWellFormed?.() ?? part);

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const threadAddress = (id, search) => addressOf(["thread", id], search);
export const treeAddress = (id, search) => addressOf(["tree", id], search);
export const runAddress = (id, search) => addressOf(["run", id], search);

/** The address that the page shows now. */
export const here = createStore(parse(location.hash));
addEventListener("hashchange", () => here.set(parse(location.hash)));

/** @param {string} address of this page @param {{replace?: boolean}} [how] replace leaves no step to go back to */
export function go(address, { replace = false } = {}) {
  if (replace) {
    history.replaceState(null, "", address);
    here.set(parse(location.hash));
  } else location.hash = address;
}

/** The same place with some values of its address changed; no step to go back to. @param {Record<string, unknown>} changed */
export function adjust(changed) {
  const { path, search } = here.get();
  go(addressOf(path, { ...Object.fromEntries(search), ...changed }), { replace: true });
}

/** An address of the service beside the page, such as export?threadId=…. @param {string} path @param {Record<string, string>} search */
export function serviceAddress(path, search) {
  return `${new URL(path, document.baseURI).href}?${new URLSearchParams(search)}`;
}
