import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

/** The full names of all tests below a folder, as they stand in the sources: 'file › describe › test'. */
export function testNames(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file =>
    /\.test\.tsx?$/.test(file),
  );
  return new Set(
    files.flatMap(file => {
      const source = readFileSync(join(folder, file), 'utf8');
      return namesIn(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') }), [file]);
    }),
  );
}

/** The names of the tests in a part of a syntax tree, each after the names of what is around it. */
function namesIn(part: unknown, around: readonly string[]): string[] {
  if (Array.isArray(part)) return part.flatMap(item => namesIn(item, around));
  if (!isNode(part)) return [];
  const kind = part.type === 'CallExpression' ? functionCalled(part.callee) : undefined;
  const [title] = Array.isArray(part.arguments) ? part.arguments : [];
  const name = kind && isNode(title) ? textOf(title.expression) : undefined;
  if (kind === 'test' && name !== undefined) return [[...around, name].join(' › ')];
  return namesIn(Object.values(part), name === undefined ? around : [...around, name]);
}

/** Which of jest's functions an expression stands for: test, test.each([…]) and test.each`…` are all 'test'. */
function functionCalled(callee: unknown): 'describe' | 'test' | undefined {
  if (!isNode(callee)) return undefined;
  if (callee.type !== 'Identifier') return functionCalled(callee.object ?? callee.callee ?? callee.tag);
  return callee.value === 'describe' || callee.value === 'test' ? callee.value : undefined;
}

function textOf(title: unknown): string | undefined {
  return isNode(title) && title.type === 'StringLiteral' ? String(title.value) : undefined;
}

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
