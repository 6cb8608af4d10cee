import { normalize } from '../normalize';
import { findAddresses } from './addresses';
import { splitEntries } from './entries';
import type { FoundAddress } from './line';
import { type FoundList, readLines, START } from './lines';
import { isAddressTable, readTable } from './people-table';
import type { Reading } from './phrases';
import { splitTables } from './tables';

/** The people in a text. */
interface FoundInText {
  /** Addresses that are not listed. */
  readonly others: readonly FoundAddress[];
  readonly lists: readonly FoundList[];
  /** The addresses that a table lists. */
  readonly inTables: readonly string[];
  /** The titles of the columns of tables of which one must be chosen. */
  readonly titles: readonly string[];
  /** The lines and rows that look like a person without an address, or have an address that cannot be read. */
  readonly unaddressed: readonly string[];
  /** Whether each line was understood. */
  readonly isUnderstood: boolean;
}

/** Finds the people in the tables and lines of a text, and those in calendars and vCards within it. */
export function readText(text: string, reading: Reading): FoundInText {
  const others: FoundAddress[] = [];
  const lists: FoundList[] = [];
  const inTables: string[] = [];
  const titles: string[] = [];
  const unaddressed: string[] = [];
  let isUnderstood = true;
  let place = START;
  for (const part of splitEntries(withUsualCharacters(text.replace(/\r\n?/g, '\n')))) {
    if (part.isCalendar) {
      // Its entries are not understood.
      isUnderstood = false;
      for (const line of part.text.split('\n')) {
        for (const { email } of findAddresses(line)) others.push({ email, doubt: 'calendar' });
      }
      continue;
    }
    for (const { table, lines } of splitTables(part.text, isAddressTable)) {
      if (table) {
        const { addresses, ...read } = readTable(table, place.region, reading);
        lists.push({ addresses, announced: place.announced });
        for (const { email, doubt } of addresses) if (!doubt || doubt === 'column') inTables.push(email);
        for (const title of read.titles) titles.push(title);
        for (const row of read.unaddressed) unaddressed.push(row);
        place = { ...place, hasContent: true, hasAddress: true, announced: undefined };
      } else {
        const read = readLines(lines, place, reading);
        for (const address of read.others) others.push(address);
        for (const list of read.lists) lists.push(list);
        for (const line of read.unaddressed) unaddressed.push(line);
        isUnderstood &&= read.isUnderstood;
        place = read.below;
      }
    }
  }
  return { others, lists, inTables, titles, unaddressed, isUnderstood };
}

/** Halfwidth and fullwidth forms, and small ones: the same characters, as Asian keyboards write them. */
const WIDE_CHARACTERS = /[\uFF00-\uFFEF\uFE50-\uFE6F]+/g;

/** Zero-width characters, soft hyphens and others, as copied addresses have them, but none that reverses a text. */
const INVISIBLE_CHARACTERS = /[\p{Default_Ignorable_Code_Point}--[\u202D\u202E]]/gv;

/** “(at)” between two words. */
const SPELLED_AT = /(?<=[\p{L}\p{N}])\s?[([{]\s?at\s?[)\]}]\s?(?=[\p{L}\p{N}])/giu;

/** Writes characters of which there are several forms in the usual one, and leaves out invisible ones. */
export function withUsualCharacters(text: string): string {
  const narrow = text
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(WIDE_CHARACTERS, characters => normalize(characters, 'NFKC'));
  return normalize(narrow, 'NFC').replace(SPELLED_AT, '@');
}
