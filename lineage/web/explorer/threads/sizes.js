/** How large the trees of roots are. They are counted apart from the list, which appears without waiting for it. */

import { ask } from "../core/graphql.js";
import { useEffect, useState } from "../core/html.js";

/**
 * @param {{id: string}[]} threads @returns {Map<string, {providers: string[], runs: number, below: number}>}
 *   by thread: its own runs and providers, and how many threads are below it; empty until they are counted
 */
export function useSizes(threads) {
  const [sizes, setSizes] = useState(new Map());
  const key = JSON.stringify(threads);
  useEffect(() => {
    if (!threads.length) return undefined;
    const controller = new AbortController();
    const given = threads.map((_, at) => `$i${at}: ID!`).join(", ");
    const fields = threads.map((_, at) => `f${at}: forkTree(rootThreadId: $i${at}, first: 1) { totalCount nodes { threadId runCount providers } }`);
    const variables = Object.fromEntries(threads.map((thread, at) => [`i${at}`, thread.id]));
    ask(`query Sizes(${given}) {\n${fields.join("\n")}\n}`, variables, controller.signal).then(
      (trees) =>
        setSizes(
          new Map(
            Object.values(trees).map(({ totalCount, nodes: [root] }) => [root.threadId, { providers: root.providers, runs: root.runCount, below: totalCount - 1 }]),
          ),
        ),
      // The list says enough without them.
      () => {},
    );
    return () => controller.abort();
  }, [key]);
  return sizes;
}
