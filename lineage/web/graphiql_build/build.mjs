// Bundles GraphiQL, its editor and the editor's workers into ../static/graphiql: `npm ci && npm run build`.
// The same package-lock.json gives the same bytes, so that a reader can check what is served.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licences } from './licences.mjs';

const here = dirname(fileURLToPath(import.meta.url));
process.chdir(here);
const outdir = process.argv[2] ?? join(here, '..', 'static', 'graphiql');

const options = {
  bundle: true,
  minify: true,
  metafile: true,
  outdir,
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  banner: { js: '/*! Built from the packages that LICENSES.txt names, with their licences. */' },
  define: { 'process.env.NODE_ENV': '"production"' },
  jsx: 'automatic',
  loader: { '.ttf': 'dataurl' },
  logLevel: 'warning',
};

rmSync(outdir, { recursive: true, force: true });
mkdirSync(outdir, { recursive: true });
const page = await build({ ...options, format: 'esm', entryPoints: { graphiql: 'src/page.jsx' } });
const workers = await build({
  ...options,
  format: 'iife',
  entryPoints: {
    'editor.worker': 'node_modules/monaco-editor/esm/vs/editor/editor.worker.js',
    'json.worker': 'node_modules/monaco-editor/esm/vs/language/json/json.worker.js',
    'graphql.worker': 'node_modules/monaco-graphql/esm/graphql.worker.js',
  },
});
writeFileSync(join(outdir, 'LICENSES.txt'), licences([page.metafile, workers.metafile]));
