/** The bearer token that the user may give. It stays in this tab and is gone when the tab is closed. */

import { forTab } from "./keeping.js";
import { createStore } from "./store.js";

const KEY = "lineage-token";

export const token = createStore(forTab.get(KEY) ?? "");

/** @param {string} given an empty one forgets it */
export function rememberToken(given) {
  forTab.set(KEY, given || null);
  token.set(given);
}

/** @returns {Record<string, string>} */
export function authorization() {
  return token.get() ? { Authorization: `Bearer ${token.get()}` } : {};
}
