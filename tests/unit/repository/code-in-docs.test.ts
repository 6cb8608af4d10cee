import { globSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';
import { parseAllDocuments } from 'yaml';
import { type CodeBlock, codeBlocks } from '../../support/markdown';
import { startProgram } from '../../support/program';

const importLines = /^import .*\n/gm;

const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('{docs,deploy}/**/*.md')];
const blocks = documents.flatMap(path => codeBlocks(path, readFileSync(path, 'utf8')));
const inLanguage = (...languages: readonly string[]) =>
  blocks.filter(({ language }) => languages.includes(language)).map(block => [block.place, block] as const);

describe('TypeScript in the docs', () => {
  const all = inLanguage('ts', 'tsx').map(([, block]) => block);

  // A block can be a statement, or a part of an object, an interface or an array.
  const readings = [
    (code: string) => code,
    (code: string) => `({${code}})`,
    (code: string) => `[${code}]`,
    (code: string) => `interface Part {${code}}`,
    (code: string) => `async () => {${code}}`,
  ];
  // For a part of a page, which starts with an element: almost any other text is valid between tags, too.
  const asElements = (code: string) => `(<>${code}</>)`;

  test.each(inLanguage('ts', 'tsx'))('has no syntax error: %s', (_place, { code, language }) => {
    const withoutImports = code.replace(importLines, '').trim();
    const isElements = language === 'tsx' && withoutImports.startsWith('<');
    const possible = isElements ? [asElements] : readings;
    const errors = possible.flatMap(reading => {
      try {
        parseSync(reading(withoutImports), {
          syntax: 'typescript',
          tsx: true,
          target: 'es2024',
        });
        return [];
      } catch (error) {
        return [error];
      }
    });
    expect(errors.length).toBeLessThan(possible.length);
  });

  test('compiles in the files that it names, and its tests pass', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-docs-'));
    try {
      for (const source of [
        'shared',
        'client',
        'views',
        'server',
        'scripts',
        'tests',
        'package.json',
        'tsconfig.json',
      ]) {
        await cp(source, join(folder, source), { recursive: true });
      }
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
      const files = new Set(
        all.filter(({ file }) => file !== undefined).map(block => join(folder, writeBlock(block, folder))),
      );
      expect(files.size).toBeGreaterThan(0);
      const project = { extends: './tsconfig.json', include: [], files: [...files] };
      writeFileSync(join(folder, 'tsconfig.docs.json'), JSON.stringify(project));
      expect(await compilerErrors(folder)).toBe('');
      symlinkSync(resolve('dist'), join(folder, 'dist'));
      const tests = [...files].filter(path => path.endsWith('.test.ts'));
      expect(await runTests(folder, tests)).toMatch(/^Tests: +\d+ passed, \d+ total$/m);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 180_000);
});

/** Writes a block to the copy of the project, as a file or a part of one. Returns the file's path. */
function writeBlock({ place, file = '', after, replaces, code }: CodeBlock, folder: string): string {
  const path = join(folder, file);
  const anchorText = after ?? replaces;
  if (anchorText === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
    return file;
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  const anchor = lines.findIndex(line => line.includes(anchorText));
  if (anchor === -1) throw new Error(`${place}: ${file} has no line with: ${anchorText}`);
  const imports = code.match(/^import .*$/gm) ?? [];
  const rest = code.replace(importLines, '');
  if (replaces === undefined) lines.splice(anchor + 1, 0, rest);
  else lines.splice(anchor, 1, rest);
  writeFileSync(path, [...imports, ...lines].join('\n'));
  return file;
}

async function compilerErrors(folder: string): Promise<string> {
  const compiler = startProgram(
    [join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.docs.json'],
    {
      cwd: folder,
    },
  );
  await compiler.ended;
  return compiler.output() + compiler.errors();
}

/** Runs test files of a copy of the project; returns what Jest prints. */
async function runTests(folder: string, files: readonly string[]): Promise<string> {
  const jest = startProgram(
    [
      join('node_modules', 'jest', 'bin', 'jest.js'),
      '--config',
      'tests/jest.config.js',
      '--runInBand',
      ...files,
    ],
    { cwd: folder },
  );
  await jest.ended;
  return jest.output() + jest.errors();
}

test.each(inLanguage('yaml', 'yml', 'json'))('data in the docs can be parsed: %s', (_place, { code }) => {
  // JSON is YAML too.
  expect(parseAllDocuments(code).flatMap(document => document.errors)).toEqual([]);
});

describe('shell commands in the docs', () => {
  const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
  const commands = [...documents, 'CHANGELOG.md'].flatMap(path =>
    [
      ...readFileSync(path, 'utf8').matchAll(/\bnpm (?:run ([\w-]+)|(start|test)\b)(?: -- ([^`|#\n]+))?/g),
    ].map(([command, script, usual, args]) => ({ command, script: script ?? usual ?? '', args: args ?? '' })),
  );

  test('name npm scripts and options that exist', () => {
    const unknown = commands.filter(({ script, args }) => {
      const sources = globSync(`scripts/{${script}.ts,${script}/**/*.ts}`).map(file =>
        readFileSync(file, 'utf8'),
      );
      const options = [...args.matchAll(/--([\w-]+)/g)].map(([, option]) => option);
      return (
        scripts[script] === undefined ||
        !options.every(option => sources.some(source => new RegExp(`\\b${option}: \\{ type:`).test(source)))
      );
    });
    expect(commands.some(({ args }) => args.includes('--'))).toBe(true);
    expect(unknown).toEqual([]);
  });

  test('run files of the project that exist', () => {
    const files = inLanguage('sh', '').flatMap(([, { code }]) =>
      [...code.matchAll(/(?:--filename|replace|--file) ((?:deploy|scripts|server)[\w./-]*)/g)].map(
        ([, file = '']) => file,
      ),
    );
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter(file => globSync(file).length === 0)).toEqual([]);
  });
});
