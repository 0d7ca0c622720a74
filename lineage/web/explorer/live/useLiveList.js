/** Tells a list when what it shows has changed. Subscriptions tell of one thread or tree: a list asks again and again, while one looks at it. */

import { useEffect, useRef } from "../core/html.js";
import { ask } from "../core/graphql.js";
import { keepAsking } from "./following.js";

/**
 * @param {{ question: string, variables: Record<string, unknown>, shown: string | null, loading: boolean, stateOf: (answer: any) => string, onChange: () => void }} props
 *   shown is the state of what is shown, null while nothing is; stateOf makes the like of an answer; while it is loading nothing is told
 */
export function useLiveList({ question, variables, shown, loading, stateOf, onChange }) {
  const latest = useRef(null);
  latest.current = { shown, loading, stateOf, onChange };
  useEffect(() => {
    if (shown === null) return undefined;
    return keepAsking({
      poll: () => ask(question, variables),
      onPolled(answer) {
        const now = latest.current;
        if (!now.loading && now.stateOf(answer) !== now.shown) now.onChange();
      },
    });
  }, [question, JSON.stringify(variables), shown === null]);
}
