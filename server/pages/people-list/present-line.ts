import type { LineProps, LineText } from '../../../views/components/Line';
import { BETWEEN_CELLS, cutLine, findAddress, HIDDEN_ROW, LINE_SEPARATOR } from '../../compare/compare-list';
import { findWords } from '../../compare/names';
import { emailKey } from '../../text/email-address';
import { LINE_LIMIT, truncate } from '../../text/first-texts';

/** The maximum length of all lines of a person that are shown, in characters. */
const LINES_LENGTH = 2 * LINE_LIMIT;

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
  return cutLines({ email, name, line }, query).map((text, index) => {
    const address = findAddress(text, emailKey(email));
    const words = [name, email].map(each => findWords(text, each)).find(each => each.length > 0) ?? [];
    const ranges: readonly Range[] = [
      ...(address ? [address] : words).map(range => ({ ...range, isFound: false })),
      ...findQuery(text, query),
    ];
    const cells = isTable ? text.split(BETWEEN_CELLS) : [text];
    const isHidden = isTable && cells[0] === HIDDEN_ROW;
    let end = -BETWEEN_CELLS.length;
    const marked = cells.map(cell => {
      const start = end + BETWEEN_CELLS.length;
      end = start + cell.length;
      return markCell(text, start, end, ranges);
    });
    return {
      key: String(index),
      hiddenTag: isHidden ? HIDDEN_ROW : '',
      cells: isHidden ? marked.slice(1) : marked,
    };
  });
}

/**
 * The lines in which somebody is, as they are shown: cut around what the search has found, first of all, or else around the address or the
 * name.
 */
export function cutLines(
  { email, name = '', line }: { readonly email: string; readonly name?: string; readonly line: string },
  query = '',
): readonly string[] {
  const found: string[] = [];
  const others: string[] = [];
  for (const text of line.split(LINE_SEPARATOR)) {
    const [match] = findQuery(text, query);
    const range = () =>
      match ?? findAddress(text, emailKey(email)) ?? findWords(text, name)[0] ?? findWords(text, email)[0];
    (match ? found : others).push(text.length > LINE_LIMIT ? cutLine(text, LINE_LIMIT, range()) : text);
  }
  return truncate([...found, ...others].join(LINE_SEPARATOR), LINES_LENGTH).split(LINE_SEPARATOR);
}

interface Range {
  readonly start: number;
  readonly end: number;
  /** Whether the search has found it. */
  readonly isFound: boolean;
}

/** Where a text has the query, whatever their case. */
function findQuery(text: string, query: string): readonly Range[] {
  const [folded, needle] = [text.toLowerCase(), query.toLowerCase()];
  const start = folded.length === text.length && needle !== '' ? folded.indexOf(needle) : -1;
  return start < 0 ? [] : [{ start, end: start + needle.length, isFound: true }];
}

/** The parts of a cell, each with the mark of the first range that it is in. */
function markCell(text: string, start: number, end: number, ranges: readonly Range[]): readonly LineText[] {
  const edges = ranges.flatMap(range => [range.start, range.end]).filter(edge => edge > start && edge < end);
  const starts = [...new Set([start, ...edges.sort((a, b) => a - b)])];
  return starts.map((from, index) => {
    const mark = ranges.find(range => range.start <= from && from < range.end);
    return {
      key: String(from),
      text: text.slice(from, starts[index + 1] ?? end),
      isMarked: mark !== undefined,
      isFound: mark?.isFound === true,
      canBreak: from > start && /[,;]/.test(text.slice(from - 1, from + 1)),
    };
  });
}
