import { randomUUID } from 'node:crypto';
import { formatCount } from '../../../shared/format-count';
import type { ListState } from '../../../shared/list-state';
import { textOf } from '../../../shared/messages';
import { paths, withParameter } from '../../../shared/paths';
import { plural, productTerms, recentActivityText } from '../../../shared/products';
import { TYPED_COUNT_ABOVE } from '../../../shared/removals';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { Dependencies } from '../../dependencies';
import { escapeId, groupByProduct, type ItemGroup, unescapeId } from '../../removals/items';
import { recentActivityOf } from '../../removals/people';
import { capitalize, formatItems, joinTexts } from '../format';
import type { SignedInRequest } from '../handler';
import type { PageLists } from '../lists/page-lists';
import { CANNOT_BE_UNDONE, effectText } from '../product/removal-words';
import { findRows } from '../removals/selection';
import { REMOVE } from './lists';
import type { LoadedPeople } from './load';

/** A list of people, its state, and the origin of its selections. */
interface ListOfPeople {
  readonly pageLists: PageLists<{ readonly people: { readonly id: string } }>;
  readonly state: ListState;
  readonly origin: string;
}

/**
 * The dialog that removes everything that one person has, and lists each item. If there are many items, its button opens a
 * review instead (P246). Without a person in the URL, there is neither a dialog nor a notice.
 */
export async function presentRemoveDialog(
  request: SignedInRequest,
  { people }: Pick<LoadedPeople, 'people'>,
  { pageLists, state, origin }: ListOfPeople,
  dependencies: Dependencies,
): Promise<{ readonly dialog?: ConfirmDialogProps; readonly notice?: string }> {
  const { [REMOVE]: named } = request.query;
  if (typeof named !== 'string') return {};
  const email = unescapeId(named);
  const person = people.find('email', email);
  if (!person) return { notice: GONE };
  const found = await findRows([{ kind: 'person', id: email }], request, dependencies);
  if ('refused' in found) return { notice: textOf(found.refused) };
  const { items } = found;
  if (items.length === 0) return { notice: GONE };
  const groups = groupByProduct(items);
  const { path, url, lists } = pageLists;
  const action = (to: string) => withParameter(url(to, state), 'of', origin);
  const isMany = items.length > TYPED_COUNT_ABOVE;
  const ids = items.map(({ productKey, id }) => [productKey, escapeId(id)] as const);
  const names = groups.map(({ productKey, items: { length } }) =>
    length === 1 ? productKey : formatItems(length, productKey),
  );
  const listUrl = `${url(path, state)}#${lists.people.id}`;
  return {
    dialog: {
      name: REMOVE,
      title: `Remove ${person.name || person.email}?`,
      text: '',
      figures: groups.map(presentGroup),
      warning: [CANNOT_BE_UNDONE, ...groups.map(presentEffect)].join(' '),
      confirmLabel: isMany ? 'Review removal' : `Remove ${joinTexts(names, 'and')}`,
      busyLabel: isMany ? 'Opening...' : 'Removing...',
      danger: true,
      action: action(isMany ? paths.reviewRemovals : paths.removePerson),
      formKey: randomUUID(),
      hidden: isMany ? [['person', escapeId(email)]] : [['email', email], ...ids],
      cancelHref: listUrl,
      item: { id: escapeId(email), email: '', subject: [person.name, email].filter(text => text !== '') },
    },
  };
}

const GONE = 'This person is no longer in the list.';

/** “License” and “63 leads in the last 30 days”. */
function presentGroup({ productKey, items }: ItemGroup) {
  const activity = recentActivityText(productKey, formatCount(recentActivityOf(items)));
  return {
    label: capitalize(items.length === 1 ? productKey : plural(productKey)),
    text: items.length === 1 ? activity : `${formatCount(items.length)}, with ${activity}`,
  };
}

function presentEffect({ productKey, items }: ItemGroup): string {
  const [thing, effect] = productTerms[productKey].effect;
  return items.length > 1 ? effectText(productKey, items.length) : `The ${thing} will be ${effect}.`;
}
