import { paths } from '../../../shared/paths';
import { allOf, anyOf, type ProductKey, productKeys, productTerms } from '../../../shared/products';
import type { PersonFigure, PersonRow } from '../../../views/pages/PeoplePage';
import type { ExportContent } from '../../lists/exports';
import type { List } from '../../lists/list';
import type { Person } from '../../people/person';
import { emailKey, isEmailAddress } from '../../text/email-address';
import { formatActivation } from '../days';
import { capitalize, formatItems, joinTexts, presentFigure } from '../format';
import { defineList, type ListDefinition } from '../lists/define-list';
import { pageLists } from '../lists/page-lists';
import { statusNames } from '../lists/usage-filter';
import { presentPerson } from '../present-person';

export const PEOPLE_EXPORT = 'people-export';

/** The query parameter with the email address of the person whose removal the dialog confirms. */
export const REMOVE = 'remove';

export interface PeopleSource {
  readonly people: List<Person>;
  /** The products whose list could not be fetched. */
  readonly unavailableProducts: readonly ProductKey[];
  /** In milliseconds since 1970. */
  readonly now: number;
}

type PersonColumn = keyof Person;

const hasNames = (productKey: ProductKey) => productTerms[productKey].hasNames;

/** The columns of a product that sort the list, in addition to the email address. */
export function sortsOf(productKey: ProductKey): readonly PersonColumn[] {
  const { last30Days, total } = productTerms[productKey].peopleColumns;
  return [last30Days, total, ...(hasNames(productKey) ? (['name', 'jobTitle'] as const) : [])];
}

/** The parameter that filters people by product (P325). */
export const HAS = 'has';

/** The value of that parameter for the people with only this product. */
export const onlyOf = (productKey: ProductKey) => `${productKey}-only`;

/** With two products, the people with both; with more, those with several. */
export const SEVERAL_PRODUCTS = productKeys.length > 2 ? 'several-products' : productKeys.join('-and-');

/** Each person has several of these products, or only one. */
export const hasFilter = (products: readonly ProductKey[]) => ({
  name: HAS,
  label: 'Has',
  options: [
    { value: '', label: 'Anything', ranges: [] },
    {
      value: SEVERAL_PRODUCTS,
      label: products.length > 2 ? 'Several products' : capitalize(joinTexts(products, 'and')),
      ranges: [atLeast('products', 2)],
    },
    ...products.map(key => ({
      value: onlyOf(key),
      label: `${capitalize(key)} only`,
      ranges: [
        atLeast(productTerms[key].peopleColumns.count, 1),
        { key: 'products', min: 1, max: 1 } as const,
      ],
    })),
  ],
});

function atLeast<Key extends PersonColumn>(key: Key, min: number) {
  return { key, min, max: Number.POSITIVE_INFINITY };
}

/** The parameter that finds people outside the company, and those with more than they need (P520). */
export const WHO = 'who';

export const several = {
  value: 'several',
  label: `More than one ${joinTexts(productKeys, 'or')}`,
  ranges: [atLeast('mostItems', 2)],
} as const;

const whoFilter = (domain: string) => ({
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
  const naming = products.filter(hasNames);
  // The figures of a third product need the room of bars and ages.
  const hasRoom = products.length < 3;
  const ids = products.map(key => productTerms[key].idName);
  const sorts: readonly PersonColumn[] = [...products.flatMap(sortsOf), 'email'];
  return {
    id: 'everyone',
    title: 'Everyone',
    rowsName: 'people',
    rows: ({ people }) => people,
    unreadable: '',
    empty: {
      title: `Nobody has ${anyOf()} yet`,
      hint: `People will appear here once they ${joinTexts(
        productKeys.map(key => `${productTerms[key].claim} a ${key}`),
        'or',
      )}.`,
    },
    search: {
      columns: ['email', 'name', 'jobTitle', ...productKeys.map(key => productTerms[key].peopleColumns.ids)],
      exactMatchIn: 'email',
      select: whoFilter(domain),
      placeholder: `Search ${joinTexts(naming.length > 0 ? ['name', 'email', 'job title'] : ['email', ...ids], 'or')}`,
      nothingFound: {
        title: 'No people found',
        hint: `Try adjusting your search terms or clear the search. ${
          naming.length > 0
            ? `Only people with ${anyOf(naming)} have names. Search for an email address.`
            : `${capitalize(allOf(products))} are listed by email address. Search for one, or for a ${joinTexts(ids, 'or')}.`
        }`,
      },
    },
    filter: products.length > 1 ? hasFilter(products) : undefined,
    // Only an email address joins the licenses and cards of a person (P321).
    selectable: {
      kind: 'person',
      id: 'email',
      hasId: email => isEmailAddress(emailKey(email)),
      dialog: REMOVE,
    },
    order: {
      columns: Object.fromEntries(sorts.map(sort => [sort, sort])),
      filterSorts: Object.fromEntries(
        products.map(key => [onlyOf(key), productTerms[key].peopleColumns.last30Days]),
      ),
      ties: ['email'],
    },
    presentRows(people, { source: { people: all, unavailableProducts, now } }) {
      return people.map((person): PersonRow => {
        const figures: Record<string, PersonFigure> = {};
        for (const key of products) {
          const { count, last30Days, total, activatedOn } = productTerms[key].peopleColumns;
          const isUnavailable = unavailableProducts.includes(key);
          if (isUnavailable || person[count] === 0) {
            figures[last30Days] = { text: '', missing: isUnavailable ? NOT_AVAILABLE : `No ${key}` };
            continue;
          }
          const isOne = person[count] === 1;
          const hasBar = isOne && hasRoom;
          const activity = { last30Days: person[last30Days], total: person[total] };
          figures[last30Days] = {
            ...presentFigure(person[last30Days], hasBar ? all.largest(last30Days) : undefined),
            note: isOne ? undefined : formatItems(person[count], key),
            age:
              hasBar && activatedOn
                ? formatActivation({ ...activity, activatedOn: person[activatedOn] }, now)
                : undefined,
          };
          figures[total] = presentFigure(person[total]);
        }
        return { person: presentPerson(person), figures };
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

type Columns = ExportContent<PersonColumn>['columns'];

/** The columns of the administrator's products. The columns of an unavailable product say “not available” (P328). */
function exportColumns(products: readonly ProductKey[], unavailable: readonly ProductKey[]): Columns {
  const naming = products.filter(hasNames);
  const isNamed = naming.some(key => !unavailable.includes(key));
  const nameColumn = (name: PersonColumn): Columns =>
    naming.length > 0 ? { [name]: isNamed ? name : { all: NOT_AVAILABLE } } : {};
  const columns = products.flatMap(key => {
    const { peopleColumns, exportHeadings } = productTerms[key];
    const { count, ids, last30Days, total } = peopleColumns;
    const own: [string, Columns[string]][] = [
      [count, count],
      [exportHeadings.ids, ids],
      [last30Days, { figure: last30Days, of: count, min: 1 }],
      [exportHeadings.total, { figure: total, of: count, min: 1 }],
    ];
    return own.map(([heading, column]) => [
      heading,
      unavailable.includes(key) ? { all: NOT_AVAILABLE } : column,
    ]);
  });
  return {
    ...nameColumn('name'),
    email: 'email',
    ...nameColumn('jobTitle'),
    ...Object.fromEntries(columns),
  };
}

/** How the items of each person are used, and when they were activated; empty for nothing. */
function personStatusColumns(products: readonly ProductKey[], unavailable: readonly ProductKey[]): Columns {
  const shown = (key: ProductKey, column: Columns[string]) =>
    unavailable.includes(key) ? { all: NOT_AVAILABLE } : column;
  const statuses = products.map(key => [
    products.length > 1 ? `${capitalize(key)} status` : 'Status',
    shown(key, { named: productTerms[key].peopleColumns.usage, names: ['', ...statusNames] }),
  ]);
  const days = products.flatMap(key => {
    const { activatedOn } = productTerms[key].peopleColumns;
    return activatedOn ? [[activatedOn, shown(key, { day: activatedOn })]] : [];
  });
  return Object.fromEntries([...statuses, ...days]);
}

/** The lists of the People page for an administrator of these products. */
export function peopleLists(products: readonly ProductKey[], domain = 'your domain') {
  return pageLists(paths.people, {
    people: defineList<PeopleSource, Person, PersonRow>(peopleDefinition(products, domain)),
  });
}
