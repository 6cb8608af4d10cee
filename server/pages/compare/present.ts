import { formatCount } from '../../../shared/format-count';
import type { ListState } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { anyOf, inviteUrl, productTerms } from '../../../shared/products';
import type { SentencePart } from '../../../views/components/ListSection';
import type { FilterBarProps, UsagePart } from '../../../views/components/plots/UsageBar';
import type { StoredList } from '../../compare/stored-list';
import type { CountColumn } from '../../lists/columns';
import { NAMED_LIMIT } from '../../text/first-texts';
import { formatItems, formatPeople, listFirst } from '../format';
import { presentParts } from '../product/usage';
import { type comparedLists, hasLines, IN, offeredParts, type Part, partOf, parts } from './lists';
import type { OpenedList } from './open-list';

/** The fragments of the addresses that nobody has, and of the lines without an address. */
const NO_ADDRESS = 'no-address';

type Lists = ReturnType<typeof comparedLists>;

/** A page of the comparison. */
export interface ComparedView {
  readonly pageLists: Lists;
  readonly opened: OpenedList;
  readonly state: ListState;
  /** How many people are found. */
  readonly found: number;
}

/** “leavers.xlsx, 41 rows”, “Pasted text, 26 lines” or “licenses-export.csv, 403 people”. */
export function presentSource({ name, kind, rows }: StoredList): string {
  const count =
    kind === 'export'
      ? formatPeople(rows)
      : formatItems(rows, kind === 'table' && name !== '' ? 'row' : 'line');
  return `${name === '' ? 'Pasted text' : name}, ${count}`;
}

/** How many people are in each part. */
const countOf = ({ compared }: OpenedList, part: Part) => compared.people.count(parts[part].ranges);

const kinds: Readonly<Record<Part, UsagePart['kind'] | undefined>> = {
  listed: 'used',
  perhaps: 'never',
  unlisted: 'outline',
  nothing: undefined,
};

/** The bar whose legend shows one part of the people. A part of nobody is left out. */
export function presentFilter({
  opened,
  state,
  pageLists,
}: Omit<ComparedView, 'found'>): FilterBarProps | undefined {
  const current = partOf(state);
  const { people } = pageLists.lists;
  const href = (part: Part | '') =>
    `${pageLists.url(paths.compare, { ...state, [people.names.page]: 1, [people.names.sort]: '', [people.names.direction]: '', [IN]: part })}#${people.id}`;
  const shown = offeredParts(opened)
    .map(part => ({
      kind: kinds[part],
      label: parts[part].label,
      count: countOf(opened, part),
      href: href(part),
      isCurrent: part === current,
    }))
    .filter(({ count, isCurrent }) => count > 0 || isCurrent);
  const bar = presentParts(shown.flatMap(({ kind, ...part }) => (kind ? { kind, ...part } : [])));
  if (!bar) return undefined;
  // A bar of one part would say that everyone is in it.
  const isWhole = opened.unavailableProducts.length === 0;
  return {
    ...bar,
    parts: bar.parts.map(({ width, label, ...part }) => ({
      ...part,
      width: isWhole ? width : undefined,
      // A phone has room for the first word.
      ...(label === parts.perhaps.label ? { label: 'Perhaps', labelEnd: 'in your list' } : { label }),
    })),
    all: {
      count: formatCount(opened.compared.people.length),
      href: href(''),
      isCurrent: current === undefined,
    },
    others: shown
      .filter(({ kind }) => kind === undefined)
      .map(({ label, count, href: url, isCurrent }) => ({
        label,
        count: formatCount(count),
        href: url,
        isCurrent,
      })),
  };
}

const strong = (text: string): SentencePart => ({ text, isStrong: true });
const plain = (text: string): SentencePart => ({ text });

/** The figures of the part as a sentence, and what to check first. */
export function presentSentence(view: ComparedView): {
  readonly sentence: readonly SentencePart[];
  readonly check?: readonly SentencePart[] | undefined;
} {
  const { opened, state, pageLists, found } = view;
  const part = partOf(state);
  const { list, compared, products } = opened;
  const source = list.name === '' ? 'your text' : list.name;
  const query = String(state[pageLists.lists.people.names.query]);
  const of = (count: number, all: number) => strong(`${formatCount(count)} of ${formatCount(all)}`);
  if (query !== '') {
    const where = {
      listed: ` in ${source}`,
      perhaps: ` perhaps in ${source}`,
      unlisted: ` not in ${source}`,
      nothing: ' with nothing new',
    };
    const all = part === undefined ? compared.people.length : countOf(opened, part);
    return {
      sentence: [
        of(found, all),
        plain(` people${part ? where[part] : ''} ${found === 1 ? 'matches' : 'match'} “${query}”.`),
      ],
    };
  }
  const partHref = (each: Part) =>
    pageLists.url(paths.compare, {
      ...pageLists.defaults,
      list: opened.id,
      column: state.column ?? '',
      [IN]: each,
    });
  const perhaps = offeredParts(opened).includes('perhaps') ? countOf(opened, 'perhaps') : 0;
  switch (part) {
    case 'perhaps':
      return {
        sentence: [
          strong(formatPeople(found)),
          plain(
            ` ${found === 1 ? 'is' : 'are'} in ${source} by name, but not by address. Read the line before you select.`,
          ),
        ],
      };
    case 'unlisted':
      return {
        sentence: [
          of(found, compared.people.length),
          plain(` people ${found === 1 ? 'is' : 'are'} not in ${source}.`),
        ],
        check: presentCheck(view, perhaps, partHref('perhaps')),
      };
    case 'nothing':
      return {
        sentence: [of(found, countOf(opened, 'listed')), plain(` people in ${source} added nothing since.`)],
      };
  }
  if (list.kind === 'export') return { sentence: presentGrowth(opened, partHref('nothing')) };
  const listed = countOf(opened, 'listed');
  return {
    sentence: [
      of(listed, compared.addresses),
      plain(
        ` ${compared.addresses === 1 ? 'address' : 'addresses'} in ${source} ${listed === 1 || compared.addresses === 1 ? 'has' : 'have'} ${anyOf(products)}.`,
      ),
      ...(perhaps === 0
        ? []
        : [
            plain(' '),
            {
              text: `${formatCount(perhaps)} more ${perhaps === 1 ? 'person is' : 'people are'} perhaps in it.`,
              href: partHref('perhaps'),
            },
          ]),
    ],
  };
}

/** “Check first: 3 addresses are nobody’s, 2 lines have none, and 1 person is perhaps in it.”, with links. */
function presentCheck(
  { opened: { compared } }: ComparedView,
  perhaps: number,
  perhapsHref: string,
): readonly SentencePart[] | undefined {
  const [others, lines] = [compared.others.length, compared.withoutAddress.count];
  const be = (count: number) => (count === 1 ? 'is' : 'are');
  const checks: readonly SentencePart[] = [
    ...(others > 0
      ? [
          {
            text: `${formatCount(others)} ${others === 1 ? 'address' : 'addresses'} ${be(others)} nobody’s`,
            href: '#only-in-list',
          },
        ]
      : []),
    ...(lines > 0
      ? [
          {
            text: `${formatItems(lines, 'line')} ${lines === 1 ? 'has' : 'have'} none`,
            href: `#${NO_ADDRESS}`,
          },
        ]
      : []),
    ...(perhaps > 0
      ? [{ text: `${formatPeople(perhaps)} ${be(perhaps)} perhaps in it`, href: perhapsHref }]
      : []),
  ];
  if (checks.length === 0) return undefined;
  return [plain('Check first: '), ...joinParts(checks.map(check => [check])), plain('.')];
}

/** “a and b”, or “a, b, and c”. */
function joinParts(texts: readonly (readonly SentencePart[])[]): readonly SentencePart[] {
  return texts.flatMap((parts, index) => {
    const isLast = index === texts.length - 1;
    return index === 0 ? parts : [plain(isLast ? (index > 1 ? ', and ' : ' and ') : ', '), ...parts];
  });
}

/** “Everyone in both captured 3,902 leads since. 210 of 396 captured none.” */
function presentGrowth(opened: OpenedList, nothingHref: string): readonly SentencePart[] {
  const { list, compared } = opened;
  const { counts } = compared.people.table;
  const growth = list.figures.map(key => {
    const { activityVerb, activityNounPlural, comparedColumns } = productTerms[key];
    const sum = formatItems(sumOf(counts[comparedColumns.since]), activityNounPlural.slice(0, -1));
    return [plain(`${activityVerb} `), strong(sum)];
  });
  const nothing = countOf(opened, 'nothing');
  const [first, ...more] = list.figures;
  const none = first && more.length === 0 ? `${productTerms[first].activityVerb} none` : 'added nothing';
  return [
    plain('Everyone in both '),
    ...joinParts(growth),
    plain(' since.'),
    ...(nothing === 0 || opened.unavailableProducts.length > 0
      ? []
      : [
          plain(' '),
          {
            text: `${formatCount(nothing)} of ${formatCount(countOf(opened, 'listed'))} ${none}.`,
            href: nothingHref,
          },
        ]),
  ];
}

function sumOf(column: CountColumn | undefined): number {
  let sum = 0;
  for (const count of column ?? []) sum += count;
  return sum;
}

/** The columns beside those of people. */
export function columnsIn({ list }: OpenedList, state: ListState) {
  if (list.kind === 'export') return list.figures.join(' ');
  return hasLines(partOf(state)) ? 'line' : '';
}

/** The lines without an address and the words that are none, each group closed. */
export function presentFolded({ compared: { withoutAddress, notAddresses } }: OpenedList) {
  const group = ({ texts, count }: OpenedList['compared']['withoutAddress'], summary: string) =>
    count === 0
      ? []
      : [
          {
            summary,
            texts,
            others: count > texts.length ? `and ${formatCount(count - texts.length)} more` : undefined,
          },
        ];
  return [
    ...group(withoutAddress, `${formatItems(withoutAddress.count, 'line')} without an address`).map(each => ({
      ...each,
      id: NO_ADDRESS,
    })),
    ...group(
      notAddresses,
      `${formatItems(notAddresses.count, 'word')} with an @ ${notAddresses.count === 1 ? 'is' : 'are'} no address`,
    ),
  ];
}

/** Says which sheets of a workbook were not read. */
export function presentNotes({ list: { otherSheets } }: OpenedList): readonly string[] {
  return otherSheets.length === 0 ? [] : [`Not read: ${listFirst(otherSheets, NAMED_LIMIT)}.`];
}

/** The invitation of the addresses that nobody has; with both products, to one of them, without a number. */
export function presentInvitation({ id, compared, invitable }: OpenedList, state: ListState) {
  const count = compared.others.length;
  const [productKey, ...more] = invitable;
  if (!productKey) return undefined;
  const href = withParameter(inviteUrl(productKey), 'list', id);
  const column = String(state.column ?? '');
  return {
    label:
      count === 1 ? 'Invite this person' : `Invite these ${more.length > 0 ? 'people' : formatCount(count)}`,
    href: column === '' ? href : withParameter(href, 'column', column),
  };
}
