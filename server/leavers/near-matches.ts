import { domainOf, emailKey, isEmailAddress } from '../text/email-address';

/** How similar an address is: the same name at the same domain, the same name at another domain, or nearly the same name. */
type Rank = 0 | 1 | 2;

/** Finds people with similar addresses: the same name before the @, without a +tag, or nearly the same name. */
export function createNearMatches<Person extends { readonly email: string }>() {
  const byName = new Map<string, Wanted[]>();
  const names = createNearTexts<Wanted>(({ name }) => name);
  const found = new Map<string, { readonly person: Person; readonly rank: Rank }>();

  return {
    /** Adds an address to compare with people. */
    want(email: string): void {
      const wanted = { email, name: nameOf(email), domain: domainOf(email) };
      const same = byName.get(wanted.name);
      if (same) same.push(wanted);
      else byName.set(wanted.name, [wanted]);
      names.add(wanted);
    },
    /** Returns the person with the nearest address. */
    nearest: (email: string) => found.get(email)?.person,
    /** Compares a person of the lists with the addresses. */
    consider(person: Person): void {
      const key = emailKey(person.email);
      if (!isEmailAddress(key)) return;
      const [name, domain] = [nameOf(key), domainOf(key)];
      const rankOf = (email: string) => found.get(email)?.rank ?? 3;
      for (const same of byName.get(name) ?? []) {
        const rank = same.domain === domain ? 0 : 1;
        if (rank < rankOf(same.email)) found.set(same.email, { person, rank });
      }
      const isOpen = (each: Wanted) => each.domain === domain && rankOf(each.email) > 2;
      for (const { email } of names.near(name, isOpen)) found.set(email, { person, rank: 2 });
    },
  };
}

interface Wanted {
  readonly email: string;
  readonly name: string;
  readonly domain: string;
}

/** The maximum length of all compared texts together, in letters: each letter takes some 20 bytes. */
const LETTERS_LIMIT = 150_000;

/** The number of an item, and its trace above it, in one exact number: sorted, equal traces are neighbors. */
const ITEMS_LIMIT = 2 ** 20;

/** Finds texts that are nearly equal. Such texts have a trace in common, so each is compared with few others. */
export function createNearTexts<Item>(textOf: (item: Item) => string) {
  const items: Item[] = [];
  const traces: number[] = [];
  let sorted: Float64Array | undefined;
  let letters = 0;

  function* withTrace(trace: number): Generator<Item> {
    sorted ??= Float64Array.from(traces.splice(0)).sort();
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((sorted[middle] ?? 0) < trace * ITEMS_LIMIT) from = middle + 1;
      else to = middle;
    }
    for (let at = from; Math.floor((sorted[at] ?? -1) / ITEMS_LIMIT) === trace; at++) {
      const item = items[(sorted[at] ?? 0) % ITEMS_LIMIT];
      if (item !== undefined) yield item;
    }
  }

  return {
    /** Adds a text, before any is compared. Beyond `LETTERS_LIMIT`, texts are near no other. */
    add(item: Item): void {
      letters += textOf(item).length;
      if (letters > LETTERS_LIMIT || items.length === ITEMS_LIMIT) return;
      for (const trace of tracesOf(textOf(item))) traces.push(trace * ITEMS_LIMIT + items.length);
      items.push(item);
    },
    /** The items near a text that are still open. */
    *near(text: string, isOpen: (item: Item) => boolean): Generator<Item> {
      for (const trace of tracesOf(text)) {
        for (const item of withTrace(trace)) if (isOpen(item) && areNear(textOf(item), text)) yield item;
      }
    },
  };
}

/** The unsigned hashes of a text and of the text without each of its letters, in linear time. */
function tracesOf(text: string): readonly number[] {
  const before: number[] = [];
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    before.push(hash);
    hash = (Math.imul(hash, FACTOR) + text.charCodeAt(at)) | 0;
  }
  const traces = [hash >>> 0];
  let [behind, power] = [0, 1];
  for (let at = text.length - 1; at >= 0; at--) {
    traces.push((Math.imul(before[at] ?? 0, power) + behind) >>> 0);
    behind = (behind + Math.imul(text.charCodeAt(at), power)) | 0;
    power = Math.imul(power, FACTOR);
  }
  return traces;
}

/** The odd factor of FNV hashes. */
const FACTOR = 0x01000193;

/** Whether two texts differ in one letter, or in the order of two neighbors. */
function areNear(a: string, b: string): boolean {
  let [start, end, otherEnd] = [0, a.length, b.length];
  if (a === b || Math.abs(end - otherEnd) > 1) return false;
  while (start < end && start < otherEnd && a[start] === b[start]) start++;
  while (end > start && otherEnd > start && a[end - 1] === b[otherEnd - 1]) {
    end--;
    otherEnd--;
  }
  const [left, otherLeft] = [a.slice(start, end), b.slice(start, otherEnd)];
  if (left.length < 2 && otherLeft.length < 2) return true;
  return left.length === 2 && left === `${otherLeft.charAt(1)}${otherLeft.charAt(0)}`;
}

/** The part before the @, without a +tag. */
function nameOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@')).replace(/\+.*$/s, '');
}
