import type { LineProps, LineText } from '../../../views/components/Line';
import { BETWEEN_CELLS, findAddress, HIDDEN_ROW, LINE_SEPARATOR } from '../../compare/compare-list';
import { findWords } from '../../compare/names';
import { emailKey } from '../../text/email-address';

interface Range {
  readonly start: number;
  readonly end: number;
  readonly kind: 'person' | 'found';
}

interface LineOptions {
  /** The text that is searched. */
  readonly query: string;
  /** Whether a line has cells. */
  readonly isTable: boolean;
}

/** The lines in which somebody is, with the address or the name marked, and what the search has found. */
export function presentLine(
  { email, name = '', line }: { readonly email: string; readonly name?: string; readonly line: string },
  { query, isTable }: LineOptions,
): readonly LineProps[] {
  if (line === '') return [];
  return line.split(LINE_SEPARATOR).map((text, index) => {
    const address = findAddress(text, emailKey(email));
    const words = address
      ? [address]
      : joinWords(text, [name, email].map(each => findWords(text, each)).find(each => each.length > 0) ?? []);
    const cells = isTable ? text.split(BETWEEN_CELLS) : [text];
    const isHidden = isTable && cells[0] === HIDDEN_ROW;
    const shown = isHidden ? cells.slice(1) : cells;
    let start = isHidden ? HIDDEN_ROW.length + BETWEEN_CELLS.length : 0;
    const ranges = [
      ...words.map(range => ({ ...range, kind: 'person' as const })),
      ...findQuery(text, query),
    ];
    return {
      key: String(index),
      isHidden,
      cells: shown.map((cell, position) => {
        const texts = markText(cell, start, ranges);
        start += cell.length + BETWEEN_CELLS.length;
        return { key: String(start), isLast: position === shown.length - 1, texts };
      }),
    };
  });
}

/** Joins words that follow each other, and drops shorter runs: a name may also be in an address beside it. */
function joinWords(text: string, words: ReturnType<typeof findWords>) {
  const runs: { start: number; end: number; count: number }[] = [];
  for (const { start, end } of words) {
    const last = runs.at(-1);
    if (last && /^[\s,]*$/.test(text.slice(last.end, start))) {
      last.end = end;
      last.count++;
    } else runs.push({ start, end, count: 1 });
  }
  const longest = Math.max(...runs.map(({ count }) => count));
  return runs.filter(({ count }) => count === longest);
}

/** Where a text has the query, whatever their case. */
function findQuery(text: string, query: string): readonly Range[] {
  const [folded, needle] = [text.toLowerCase(), query.toLowerCase()];
  const start = folded.length === text.length && needle !== '' ? folded.indexOf(needle) : -1;
  return start < 0 ? [] : [{ start, end: start + needle.length, kind: 'found' }];
}

/** The parts of a text that starts at this position of its line. What is marked twice is marked as the person. */
function markText(text: string, position: number, ranges: readonly Range[]): readonly LineText[] {
  const parts: LineText[] = [];
  let at = 0;
  const own = ranges
    .map(range => ({
      ...range,
      start: range.start - position,
      end: Math.min(range.end - position, text.length),
    }))
    .filter(({ start, end }) => start < text.length && end > 0)
    .sort((a, b) => a.start - b.start);
  const add = (end: number, kind: Range['kind'] | undefined) => {
    if (end > at) {
      const part = { key: String(end), text: text.slice(at, end) };
      parts.push({ ...part, isPerson: kind === 'person', isFound: kind === 'found' });
    }
    at = Math.max(at, end);
  };
  for (const { start, end, kind } of own) {
    if (
      kind === 'found' &&
      own.some(other => other.kind === 'person' && other.start < end && other.end > start)
    )
      continue;
    add(Math.max(0, start), undefined);
    add(end, kind);
  }
  add(text.length, undefined);
  return parts;
}
