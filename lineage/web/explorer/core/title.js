/** The name of what is shown, in the browser's tab and history. */

import { useEffect } from "./html.js";
import { clipped } from "./words.js";

/** @param {string} text */
export function useTitle(text) {
  useEffect(() => {
    document.title = text ? `${clipped(text, 80)} · lineage` : "lineage";
  }, [text]);
}
