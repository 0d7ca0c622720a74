// Copies the libraries that the explorer loads into lineage/web/explorer/vendor, with their licences.
// Run it in this folder: npm ci --ignore-scripts && node copy.mjs

import { readFileSync, writeFileSync } from "node:fs";

const MODULES = [
  { package: "preact", module: "dist/preact.mjs", as: "preact.js" },
  { package: "preact", module: "hooks/dist/hooks.mjs", as: "hooks.js" },
  { package: "htm", module: "dist/htm.module.js", as: "htm.js" },
];
const TARGET = new URL("../explorer/vendor/", import.meta.url);

const read = (path) => readFileSync(new URL(`node_modules/${path}`, import.meta.url), "utf8");
const named = (name) => `${name} ${JSON.parse(read(`${name}/package.json`)).version}`;

for (const { package: name, module, as } of MODULES) {
  const text = read(`${name}/${module}`)
    // A browser resolves no bare names, and an import map would have to be an inline script.
    .replaceAll('from"preact"', 'from"./preact.js"')
    // The source maps are not served.
    .replace(/\n?\/\/# sourceMappingURL=.*\s*$/, "\n");
  writeFileSync(new URL(as, TARGET), text);
}

const licences = [...new Set(MODULES.map((each) => each.package))].map((name) => `${named(name)}\n\n${read(`${name}/LICENSE`).trim()}\n`);
writeFileSync(new URL("LICENSES.txt", TARGET), `The libraries in this folder.\n\n${licences.join(`\n${"-".repeat(72)}\n\n`)}`);
