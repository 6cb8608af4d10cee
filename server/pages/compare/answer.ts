import { formatCount } from '../../../shared/format-count';
import type { ListState } from '../../../shared/list-state';
import { paths } from '../../../shared/paths';
import { allOf, anyOf, productTerms } from '../../../shared/products';
import type { AnswerProps, SentenceText } from '../../../views/components/ListSection';
import { formatItems, formatPeople, oneOrMore } from '../format';
import { countOf, IN, NO_ADDRESS, ONLY_IN_LIST, type openedLists, type Part, partOf } from './lists';
import type { OpenedList } from './open-list';

/** A comparison in the state of its URL. */
export interface ComparedPage {
  readonly opened: OpenedList;
  readonly pageLists: ReturnType<typeof openedLists>;
  readonly state: ListState;
}

/** The URL of the first page of people after a change of the state. */
export function peopleUrl({ pageLists, state }: ComparedPage, change: ListState): string {
  const { id, names } = pageLists.lists.people;
  return `${pageLists.url(paths.compare, { ...state, [names.page]: 1, ...change })}#${id}`;
}

/** The URL of a whole part. */
function partUrl({ pageLists, state }: ComparedPage, part: Part): string {
  const { defaults, url } = pageLists;
  return url(paths.compare, { ...defaults, column: state.column ?? '', [IN]: part });
}

/** The sentence about the people who are found, what to check first, and the actions for all who can be reviewed. */
export function presentAnswer(
  page: ComparedPage,
  { found, reviewable }: { readonly found: number; readonly reviewable: number },
  { action, most }: { readonly action: string | undefined; readonly most: number },
): AnswerProps {
  const actions = action && reviewable > 0 ? { found: formatCount(reviewable), action } : undefined;
  const [first, columns] = [presentCheck(page), presentColumns(page)];
  const check = first.length > 0 && columns.length > 0 ? say`${first} ${columns}` : [...first, ...columns];
  const limit = ` A review has the first ${formatCount(most)} ${allOf()}.`;
  return {
    sentence: presentSentence(page, found),
    check: actions && reviewable > most ? [...check, { text: limit }] : check,
    actions,
  };
}

/** The figures of a part, or of what a search has found in it. */
function presentSentence(page: ComparedPage, found: number): readonly SentenceText[] {
  const { opened, state } = page;
  const part = partOf(state);
  const list = nameOf(opened);
  const are = oneOrMore(found, 'is', 'are');
  if (state.q !== '') {
    const all = part ? countOf(opened, part) : opened.compared.people.length;
    const people = part ? `people ${places[part]} ${list}` : 'people';
    return say`${strong(share(found, all))} ${people} ${oneOrMore(found, 'matches', 'match')} “${String(state.q)}”.`;
  }
  switch (part) {
    case 'perhaps':
      return say`${strong(formatPeople(found))} ${are} in ${list} by name, but not by address. Read the line before you select.`;
    case 'unlisted':
      return say`${strong(share(found, opened.compared.people.length))} people ${are} not in ${list}.`;
    case 'nothing':
      return say`${strong(share(found, countOf(opened, 'listed')))} people in ${list} added nothing since.`;
    default:
      return opened.list.kind === 'export' ? presentGrowth(page) : presentAddresses(page);
  }
}

const places = {
  listed: 'in',
  perhaps: 'perhaps in',
  unlisted: 'not in',
  nothing: 'with nothing new since',
} as const satisfies Record<Part, string>;

const nameOf = ({ list }: OpenedList) => (list.name === '' ? 'your text' : list.name);

/** “13 of 15 addresses in your text have a license or a card. 3 more people are perhaps in it.”, the second as a link. */
function presentAddresses(page: ComparedPage): readonly SentenceText[] {
  const { opened } = page;
  const { addresses } = opened.compared;
  const [listed, perhaps] = [countOf(opened, 'listed'), countOf(opened, 'perhaps')];
  const known = opened.products.filter(key => !opened.unavailableProducts.includes(key));
  const sentence =
    addresses > 0
      ? say`${strong(share(listed, addresses))} ${oneOrMore(addresses, 'address', 'addresses')} in ${nameOf(opened)} ${listed === 1 || addresses === 1 ? 'has' : 'have'} ${anyOf(known)}.`
      : say`No address counts in ${nameOf(opened)}.`;
  if (perhaps === 0) return sentence;
  const more = `${formatCount(perhaps)}${addresses > 0 ? ' more' : ''} ${oneOrMore(perhaps, 'person is', 'people are')}`;
  return say`${sentence} ${link(`${more} perhaps in it.`, partUrl(page, 'perhaps'))}`;
}

/** “Everyone in both captured 3,902 leads since. 210 of 396 captured none.”, the second as a link. */
function presentGrowth(page: ComparedPage): readonly SentenceText[] {
  const { opened } = page;
  const { counts } = opened.compared.people.table;
  const growth = opened.comparedProducts.map(key => {
    const { activityVerb, activityNoun, comparedColumns } = productTerms[key];
    const sum = [...(counts[comparedColumns.since] ?? [])].reduce((all, count) => all + count, 0);
    return say`${activityVerb} ${strong(formatItems(sum, activityNoun))}`;
  });
  const sentence = say`Everyone in both ${enumerate(growth)} since.`;
  const nothing = countOf(opened, 'nothing');
  if (nothing === 0) return sentence;
  const [first, ...more] = opened.comparedProducts;
  const none = first && more.length === 0 ? `${productTerms[first].activityVerb} none` : 'added nothing';
  const text = `${share(nothing, countOf(opened, 'listed'))} ${none}.`;
  return say`${sentence} ${link(text, partUrl(page, 'nothing'))}`;
}

/**
 * “Check first: 3 addresses are nobody’s, 2 lines have none, and 1 person is perhaps in it.”, with links, above the people who
 * are not in the list.
 */
function presentCheck(page: ComparedPage): readonly SentenceText[] {
  const { opened, state } = page;
  if (partOf(state) !== 'unlisted' || state.q !== '') return [];
  const [others, lines] = [opened.compared.others.length, opened.compared.withoutAddress.count];
  const perhaps = countOf(opened, 'perhaps');
  const othersText = `${formatCount(others)} ${oneOrMore(others, 'address is', 'addresses are')} nobody’s`;
  const linesText = `${formatItems(lines, 'line')} ${oneOrMore(lines, 'has', 'have')} none`;
  const perhapsText = `${formatPeople(perhaps)} ${oneOrMore(perhaps, 'is', 'are')} perhaps in it`;
  const links = [
    ...(others > 0 ? [link(othersText, `#${ONLY_IN_LIST}`)] : []),
    ...(lines > 0 ? [link(linesText, `#${NO_ADDRESS}`)] : []),
    ...(perhaps > 0 ? [link(perhapsText, partUrl(page, 'perhaps'))] : []),
  ];
  return links.length === 0 ? [] : say`Check first: ${enumerate(links)}.`;
}

/** “The table has addresses in Email (40) and Manager email (1).”, with links, until a column is chosen. */
function presentColumns(page: ComparedPage): readonly SentenceText[] {
  const { columns } = page.opened.list;
  if (columns.length === 0 || page.state.column !== '') return [];
  const links = columns.map(({ title, addresses }, index) =>
    link(`${title} (${formatCount(addresses)})`, peopleUrl(page, { column: String(index + 1) })),
  );
  return say`The table has addresses in ${enumerate(links)}. Choose one to leave the others out.`;
}

/** A sentence, some of whose texts are in bold, or links. */
function say(
  texts: TemplateStringsArray,
  ...values: readonly (string | readonly SentenceText[])[]
): readonly SentenceText[] {
  return texts.flatMap((text, index) => {
    const value = values[index] ?? [];
    return [{ text }, ...(typeof value === 'string' ? [{ text: value }] : value)];
  });
}

const strong = (text: string) => [{ text, isStrong: true }];
const link = (text: string, href: string) => [{ text, href }];
const share = (count: number, all: number) => `${formatCount(count)} of ${formatCount(all)}`;

/** Texts with commas and “and”. */
function enumerate(texts: readonly (readonly SentenceText[])[]): readonly SentenceText[] {
  const format = new Intl.ListFormat('en').formatToParts(texts.map((_, index) => String(index)));
  return format.flatMap(({ type, value }) =>
    type === 'element' ? (texts[Number(value)] ?? []) : say`${value}`,
  );
}
