import { randomUUID } from 'node:crypto';
import { paths } from '../../../shared/paths';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { Dependencies } from '../../dependencies';
import { groupByKind, type ItemGroup, unescapeId } from '../../removals/items';
import { capitalize, formatCount, formatItems, presentPerson } from '../figures';
import type { SignedInRequest } from '../handler';
import { nounOf, removalTerms } from '../products';
import { openReview } from '../removals/open-review';
import { companyOf, ownerOf } from '../removals/owner';
import { digestOfItems } from '../removals/present-review';
import { REMOVE } from './lists';
import type { LoadedPeople } from './load';

/**
 * The dialog that removes everything that one person has: a review of this person's licenses and cards, whose confirmation
 * starts their removal. Undefined without a person in the URL.
 */
export async function presentRemoveDialog(
  request: SignedInRequest,
  { people }: LoadedPeople,
  back: string,
  dependencies: Dependencies,
): Promise<{ readonly dialog?: ConfirmDialogProps; readonly notice?: string }> {
  const { [REMOVE]: named, ...query } = request.query;
  if (typeof named !== 'string') return {};
  const email = unescapeId(named);
  const person = people.find('email', email);
  if (!person) return { notice: 'This person is no longer in the list.' };
  const review = await dependencies.removals.reviews.create(ownerOf(request), {
    company: companyOf(request, await request.details()),
    back,
    selection: { of: 'rows', rows: [{ kind: 'person', id: email }] },
    once: randomUUID(),
  });
  const reviewed = { ...request, path: paths.reviewRemovals, query: { ...query, review } };
  const { opened } = await openReview(reviewed, dependencies);
  if (opened.state !== 'found') {
    return {
      notice: opened.state === 'refused' ? opened.message : 'This person is no longer in the list.',
    };
  }
  const { items } = opened.found;
  const groups = groupByKind(items);
  return {
    dialog: {
      name: REMOVE,
      title: `Remove ${presentPerson(person).displayName}?`,
      text: '',
      figures: groups.map(presentGroup),
      warning: ['This action cannot be undone.', ...groups.map(presentEffect)].join(' '),
      confirmLabel: `Remove ${groups.map(namePart).join(' and ')}`,
      busyLabel: 'Removing...',
      danger: true,
      action: paths.removalRun,
      once: randomUUID(),
      hidden: [
        ['review', review],
        ['digest', digestOfItems(items)],
      ],
      cancelHref: back,
      item: { id: '', email: '', subject: [person.name, email].filter(text => text !== '') },
    },
  };
}

/** “License” and “63 leads in the last 30 days”. */
function presentGroup({ kind, items }: ItemGroup) {
  const { activity } = removalTerms[kind];
  const recent = items.reduce((sum, { recentActivity }) => sum + recentActivity, 0);
  return {
    label: items.length === 1 ? capitalize(nounOf(kind)) : capitalize(`${nounOf(kind)}s`),
    text: `${items.length === 1 ? '' : `${formatCount(items.length)}, with `}${formatCount(recent)} ${activity} in the last 30 days`,
  };
}

function presentEffect({ kind, items }: ItemGroup): string {
  if (items.length > 1) return removalTerms[kind].effect(items.length);
  return kind === 'license' ? 'The license will be revoked.' : 'The NFC profile will be cleared.';
}

function namePart({ kind, items }: ItemGroup): string {
  return items.length === 1 ? nounOf(kind) : formatItems(items.length, nounOf(kind));
}
