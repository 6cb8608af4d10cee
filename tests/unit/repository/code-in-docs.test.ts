import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';
import { parseAllDocuments } from 'yaml';
import { startProgram } from '../../support/programs/program';
import { copyProject } from '../../support/programs/project';
import { type CodeBlock, codeBlocks } from './markdown';

const importLines = /^import .*\n/gm;

const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('{docs,deploy}/**/*.md')];
const blocks = documents.flatMap(path => codeBlocks(path, readFileSync(path, 'utf8')));
const inLanguage = (...languages: readonly string[]) =>
  blocks.filter(({ language }) => languages.includes(language)).map(block => [block.place, block] as const);

describe('TypeScript in the docs', () => {
  const all = inLanguage('ts', 'tsx').map(([, block]) => block);

  // A block can be a statement, the head of a function, or a part of an object, an interface, a union or an array.
  const readings = [
    (code: string) => code,
    (code: string) => `({${code}})`,
    (code: string) => `[${code}]`,
    (code: string) => `interface Part {${code}}`,
    (code: string) => `type Part = ${code}`,
    (code: string) => `${code}}`,
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
    const folder = await copyProject();
    await cp('tests', join(folder, 'tests'), { recursive: true });
    await symlink(resolve('dist'), join(folder, 'dist'));
    const named = all.filter(({ file }) => file !== undefined);
    const files = new Set(named.map(block => join(folder, writeBlock(block, folder))));
    expect(files.size).toBeGreaterThan(0);
    const project = { extends: './tsconfig.json', include: [], files: [...files] };
    writeFileSync(join(folder, 'tsconfig.docs.json'), JSON.stringify(project));
    const output = async (...args: readonly string[]) => {
      const program = startProgram(args, { cwd: folder });
      await program.ended;
      return program.output() + program.errors();
    };
    expect(await output('node_modules/typescript/bin/tsc', '-p', 'tsconfig.docs.json')).toBe('');
    const tests = [...files].filter(path => path.endsWith('.test.ts'));
    const jest = ['node_modules/jest/bin/jest.js', '--config', 'tests/jest.config.js', '--runInBand'];
    expect(await output(...jest, ...tests)).toMatch(/^Tests: +\d+ passed, \d+ total$/m);
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

test.each(inLanguage('yaml', 'yml', 'json'))('data in the docs can be parsed: %s', (_place, { code }) => {
  // JSON is YAML too.
  expect(parseAllDocuments(code).flatMap(document => document.errors)).toEqual([]);
});

test('shell commands in the docs run files of the project that exist', () => {
  const files = inLanguage('sh', '').flatMap(([, { code }]) =>
    [...code.matchAll(/(?:--filename|replace|--file) ((?:deploy|scripts|server)[\w./-]*)/g)].map(
      ([, file = '']) => file,
    ),
  );
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter(file => globSync(file).length === 0)).toEqual([]);
});
