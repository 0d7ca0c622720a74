// The page behind GET /graphql: GraphiQL against the address that served it, with the examples that the page carries.
import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import '@graphiql/plugin-history/style.css';
import 'graphiql/graphiql.css';
import './page.css';

import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import { createClient } from 'graphql-ws';
import { createRoot } from 'react-dom/client';

const WORKERS = { graphql: 'graphql.worker.js', json: 'json.worker.js' };

globalThis.MonacoEnvironment = {
  getWorker: (_id, label) => new Worker(new URL(WORKERS[label] ?? 'editor.worker.js', import.meta.url)),
};

// Whatever prefix a proxy puts before the service, the API is where this page is.
const http = new URL(location.pathname, location.origin);
const socket = new URL(http);
socket.protocol = http.protocol === 'https:' ? 'wss:' : 'ws:';

const fetcher = createGraphiQLFetcher({
  url: http.href,
  wsClient: createClient({ url: socket.href, lazy: true }),
});

const examples = JSON.parse(document.getElementById('examples').textContent);

createRoot(document.getElementById('graphiql')).render(
  <GraphiQL fetcher={fetcher} defaultTabs={examples}>
    <GraphiQL.Logo>lineage</GraphiQL.Logo>
  </GraphiQL>,
);
