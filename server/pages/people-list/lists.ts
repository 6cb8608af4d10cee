import { paths } from '../../../shared/paths';
import { type ProductKey, productKeys, productTerms } from '../../../shared/products';
import type { PersonFigure, PersonRow } from '../../../views/pages/PeoplePage';
import type { ExportContent } from '../../lists/exports';
import type { List } from '../../lists/list';
import type { CountRange } from '../../lists/table';
import type { Person } from '../../people/person';
import { emailKey, isEmailAddress } from '../../text/email-address';
import { formatActivation } from '../days';
import { capitalize, formatItems, presentFigure } from '../format';
import { defineList, type ListDefinition } from '../lists/define-list';
import { pageLists } from '../lists/page-lists';
import { statusNames } from '../lists/usage-filter';
import { presentPerson } from '../present-person';

/** The name of the export. */
export const PEOPLE_EXPORT = 'people-export';

/** The query parameter with the email address of the person whose removal the dialog confirms. */
export const REMOVE = 'remove';

/** The people of a company. */
export interface PeopleSource {
  readonly people: List<Person>;
  /** The products whose list could not be fetched. */
  readonly unavailableProducts: readonly ProductKey[];
  /** In milliseconds since 1970. */
  readonly now: number;
}

type PersonColumn = keyof Person;

/** The columns that sort the list, in addition to the email address. Names and job titles come from cards. */
export const sortsOf: Readonly<Record<ProductKey, readonly PersonColumn[]>> = {
  license: [productTerms.license.peopleColumns.last30Days, productTerms.license.peopleColumns.total],
  card: [
    productTerms.card.peopleColumns.last30Days,
    productTerms.card.peopleColumns.total,
    'name',
    'jobTitle',
  ],
};

/** The parameter that filters people by product (P325). */
export const HAS = 'has';

/** The people with exactly these products. Everybody without a card has a license. */
const onlyRanges = (...others: ProductKey[]): CountRange<PersonColumn>[] =>
  others.map(key => ({ key: productTerms[key].peopleColumns.count, min: 0, max: 0 }));

export const hasFilter = {
  name: HAS,
  label: 'Has',
  options: [
    { value: '', label: 'Anything', ranges: [] },
    {
      value: 'license-and-card',
      label: 'License and card',
      ranges: productKeys.map(key => ({
        key: productTerms[key].peopleColumns.count,
        min: 1,
        max: Number.POSITIVE_INFINITY,
      })),
    },
    { value: 'license-only', label: 'License only', ranges: onlyRanges('card') },
    { value: 'card-only', label: 'Card only', ranges: onlyRanges('license') },
  ],
};

/** The parameter that finds people outside the company, and those with more than they need (P520). */
export const WHO = 'who';

export const several = {
  value: 'several',
  label: 'More than one license or card',
  ranges: [{ key: 'mostItems', min: 2, max: Number.POSITIVE_INFINITY }],
} as const;

export const whoFilter = (domain: string) => ({
  name: WHO,
  label: 'Show',
  options: [
    { value: '', label: 'All people', ranges: [] },
    { value: 'outside', label: `Outside ${domain}`, ranges: [{ key: 'isOutside', min: 1, max: 1 }] as const },
    several,
  ],
});

/** The list of people for an administrator of these products, whose address is at this domain. */
export function peopleDefinition(products: readonly ProductKey[], domain: string) {
  const [hasNames, hasBoth] = [products.includes('card'), products.length > 1];
  const sorts: readonly PersonColumn[] = [...products.flatMap(productKey => sortsOf[productKey]), 'email'];
  return {
    id: 'everyone',
    title: 'Everyone',
    rowsName: 'people',
    rows: ({ people }) => people,
    unreadable: '',
    empty: {
      title: 'Nobody has a license or a card yet',
      hint: 'People will appear here once they activate a license or claim a card.',
    },
    search: {
      columns: ['email', 'name', 'jobTitle', 'licenseIds', 'cardIds'],
      exactMatchIn: 'email',
      select: whoFilter(domain),
      placeholder: hasNames ? 'Search name, email or job title' : 'Search email or UserID',
      nothingFound: {
        title: 'No people found',
        hint: hasNames
          ? 'Try adjusting your search terms or clear the search. Only people with a card have names. Search for an email address.'
          : 'Try adjusting your search terms or clear the search. Licenses are listed by email address. Search for one, or for a UserID.',
      },
    },
    filter: hasBoth ? hasFilter : undefined,
    // Only an email address joins the licenses and cards of a person (P321).
    selectable: {
      kind: 'person',
      id: 'email',
      hasId: email => isEmailAddress(emailKey(email)),
      dialog: REMOVE,
      isDialogReady: false,
    },
    order: {
      columns: Object.fromEntries(sorts.map(sort => [sort, sort])),
      filterSorts: { 'card-only': productTerms.card.peopleColumns.last30Days },
      ties: ['email'],
    },
    presentRows(people, { source: { people: all, unavailableProducts, now }, largest }) {
      const figuresOf = (
        person: Person,
        productKey: ProductKey,
      ): readonly [last30Days: PersonFigure, total: PersonFigure] => {
        const { count, last30Days, total } = productTerms[productKey].peopleColumns;
        if (unavailableProducts.includes(productKey)) return [missing(NOT_AVAILABLE), missing(NOT_AVAILABLE)];
        if (person[count] === 0) return [missing(`No ${productKey}`), missing('')];
        const isOne = person[count] === 1;
        const recent = presentFigure(person[last30Days], isOne ? all.largest(last30Days) : undefined);
        const activity = { last30Days: person[last30Days], total: person[total], ...person };
        return [
          {
            ...recent,
            note: isOne ? undefined : formatItems(person[count], productKey),
            age: isOne && productKey === 'license' ? formatActivation(activity, now) : undefined,
          },
          presentFigure(person[total], largest(total)),
        ];
      };
      return people.map((person): PersonRow => {
        const [leadsLast30Days, leadsTotal] = figuresOf(person, 'license');
        const [viewsLast30Days, totalViews] = figuresOf(person, 'card');
        return {
          person: presentPerson(person),
          leadsLast30Days,
          leadsTotal,
          viewsLast30Days,
          totalViews,
        };
      });
    },
    download: {
      file: 'people',
      isComparable: true,
      content: (_query, { unavailableProducts }) => ({
        name: PEOPLE_EXPORT,
        rows: 'person(s)',
        columns: exportColumns(products, unavailableProducts),
        workbookColumns: personStatusColumns(products, unavailableProducts),
      }),
    },
  } satisfies ListDefinition<PeopleSource, Person, PersonRow>;
}

const NOT_AVAILABLE = 'not available';

function missing(text: string): PersonFigure {
  return { text: '', missing: text };
}

type ExportColumns = ExportContent<PersonColumn>['columns'];

/** The columns of the administrator's products. The columns of an unavailable product say “not available” (P328). */
function exportColumns(products: readonly ProductKey[], unavailable: readonly ProductKey[]): ExportColumns {
  const ofProduct = (key: ProductKey): ExportColumns => {
    if (!products.includes(key)) return {};
    const { peopleColumns, exportHeadings } = productTerms[key];
    const shown = (column: ExportColumns[string]) =>
      unavailable.includes(key) ? { all: NOT_AVAILABLE } : column;
    const figure = (column: PersonColumn) => shown({ figure: column, of: peopleColumns.count, min: 1 });
    return {
      [exportHeadings.count]: shown(peopleColumns.count),
      [exportHeadings.ids]: shown(peopleColumns.ids),
      [exportHeadings.last30Days]: figure(peopleColumns.last30Days),
      [exportHeadings.total]: figure(peopleColumns.total),
    };
  };
  const nameColumn = (name: PersonColumn): ExportColumns =>
    products.includes('card') ? { [name]: unavailable.includes('card') ? { all: NOT_AVAILABLE } : name } : {};
  return {
    ...nameColumn('name'),
    email: 'email',
    ...nameColumn('jobTitle'),
    ...ofProduct('license'),
    ...ofProduct('card'),
  };
}

/** How the licenses and the cards of each person are used, and when the license was activated; empty for nothing. */
function personStatusColumns(
  products: readonly ProductKey[],
  unavailable: readonly ProductKey[],
): ExportColumns {
  const statuses = products.map(key => [
    products.length > 1 ? `${capitalize(key)} status` : 'Status',
    unavailable.includes(key)
      ? { all: NOT_AVAILABLE }
      : { named: productTerms[key].peopleColumns.usage, names: ['', ...statusNames] },
  ]);
  return {
    ...Object.fromEntries(statuses),
    ...(products.includes('license') && {
      activatedOn: unavailable.includes('license') ? { all: NOT_AVAILABLE } : { day: 'activatedOn' },
    }),
  };
}

/** The lists of the People page for an administrator of these products. */
export function peopleLists(products: readonly ProductKey[], domain = 'your domain') {
  return pageLists(paths.people, {
    people: defineList<PeopleSource, Person, PersonRow>(peopleDefinition(products, domain)),
  });
}

/** How many licenses and cards a person has. */
export function countItems(person: Person): number {
  return productKeys.reduce((sum, key) => sum + person[productTerms[key].peopleColumns.count], 0);
}
