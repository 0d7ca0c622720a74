// The page behind GET /graphql: GraphiQL against the address that served it, with the examples that the page carries.
import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import '@graphiql/plugin-history/style.css';
import 'graphiql/graphiql.css';
import './page.css';

import { GraphiQL } from 'graphiql';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { fetcherOf } from './fetching.js';

const WORKERS = { graphql: 'graphql.worker.js', json: 'json.worker.js' };

globalThis.MonacoEnvironment = {
  getWorker: (_id, label) => new Worker(new URL(WORKERS[label] ?? 'editor.worker.js', import.meta.url)),
};

const examples = JSON.parse(document.getElementById('examples').textContent);

function Page() {
  // GraphiQL reads the schema when it gets a fetcher, and then only when it gets another one.
  const [turn, setTurn] = useState(0);
  const fetcher = useMemo(() => fetcherOf(() => setTurn(turn + 1)), [turn]);
  return (
    <GraphiQL fetcher={fetcher} defaultTabs={examples}>
      <GraphiQL.Logo>lineage</GraphiQL.Logo>
    </GraphiQL>
  );
}

createRoot(document.getElementById('graphiql')).render(<Page />);
