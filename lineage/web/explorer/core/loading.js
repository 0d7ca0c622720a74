/** Asks for what a view shows, again when its keys change, and knows when to say that it takes long. */

import { useCallback, useEffect, useState } from "./html.js";

/** What is there sooner than this appears without a word about loading. */
const SLOW_MS = 300;

/**
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} load
 * @param {unknown[]} keys what the load depends on
 * @returns {{ data: T | null, error: Error | null, slow: boolean, loading: boolean, reload: () => void }}
 *   data stays while it is loaded anew for the same keys, and is null when keys changed.
 */
export function useLoaded(load, keys) {
  const key = JSON.stringify(keys);
  const [state, setState] = useState({ key, data: null, error: null, slow: false, loading: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const settle = (changed) => !controller.signal.aborted && setState((before) => ({ ...before, slow: false, loading: false, ...changed }));
    setState((before) => (before.key === key ? { ...before, loading: true } : { key, data: null, error: null, slow: false, loading: true }));
    const timer = setTimeout(() => !controller.signal.aborted && setState((before) => ({ ...before, slow: before.loading })), SLOW_MS);
    load(controller.signal).then(
      (data) => settle({ data, error: null }),
      // What was shown stays when it cannot be brought up to date: the connection's state is shown elsewhere.
      (error) => settle({ error }),
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const current = state.key === key ? state : { data: null, error: null, slow: false, loading: true };
  return { ...current, reload };
}
