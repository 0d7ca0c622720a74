// Collects the licence of every package that a build took code from.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|copying|notice|thirdpartynotices)(\.|-|$)/i;

// What a package contains under other terms than its own, and whose text is not among its licence files.
const ADDITIONS = {
  'monaco-editor':
    'The icon font codicon.ttf (Visual Studio Code codicons), copyright Microsoft Corporation, is licensed under the\n' +
    'Creative Commons Attribution 4.0 International Public License, https://creativecommons.org/licenses/by/4.0/legalcode',
};

// These leave their licence text out of the package; it is that of a package of the same project.
const SAME_PROJECT = {
  '@graphiql/plugin-doc-explorer': 'graphiql',
  '@graphiql/plugin-history': 'graphiql',
  'react-compiler-runtime': 'react',
  'react-remove-scroll-bar': 'react-remove-scroll',
};

function packageFolder(input) {
  const parts = input.split('/');
  const at = parts.lastIndexOf('node_modules');
  if (at < 0) return null;
  return parts.slice(0, at + (parts[at + 1].startsWith('@') ? 3 : 2)).join('/');
}

function licenceTexts(folder) {
  return readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim());
}

/** The text of LICENSES.txt for the given esbuild metafiles. Throws when a package names no licence or holds no text of it. */
export function licences(metafiles) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder && existsSync(join(folder, 'package.json'))));
  const entries = [...folders].map((folder) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (!manifest.license) throw new Error(`${manifest.name} names no licence`);
    const sibling = SAME_PROJECT[manifest.name];
    const texts = licenceTexts(sibling ? `node_modules/${sibling}` : folder);
    if (texts.length === 0) throw new Error(`${manifest.name} holds no licence text`);
    if (ADDITIONS[manifest.name]) texts.push(ADDITIONS[manifest.name]);
    return { key: `${manifest.name} ${manifest.version}`, text: `${manifest.name} ${manifest.version} (${manifest.license})\n\n${texts.join('\n\n')}` };
  });
  entries.sort((a, b) => (a.key < b.key ? -1 : 1));
  const rule = '\n\n' + '-'.repeat(80) + '\n\n';
  return ['GraphiQL and what it is built of: the packages in these files and their licences.', ...entries.map((e) => e.text)].join(rule) + '\n';
}
