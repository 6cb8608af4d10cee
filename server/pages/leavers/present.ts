import { paths } from '../../../shared/paths';
import { REMOVAL_LIMIT } from '../../../shared/removals';
import type { LeaversContent, LeaversGroup, PeopleDirection } from '../../../views/pages/LeaversPage';
import { domainOf, emailKey } from '../../email-address';
import { EMAIL_LIST_LIMIT } from '../../people/recognize';
import type { RemovalItem } from '../../removals/run-state';
import { capitalize, formatCount } from '../figures';
import { removableLists } from '../removals/lists';

/** Returns the answer for a list of people. `found` has the licenses and cards of each product, or why there are none. */
export function presentAnswer(
  { direction, emails }: { readonly direction: PeopleDirection; readonly emails: readonly string[] },
  found: readonly (readonly RemovalItem[] | string)[],
): LeaversContent {
  const haveLeft = direction === 'left';
  const items = found.flatMap(outcome => (typeof outcome === 'string' ? [] : outcome));
  const { summary, groups } = haveLeft ? groupLeavers(emails, items) : groupOthers(emails, items);
  return {
    state: 'answer',
    peopleCount: `${formatPeople(emails.length)} in this list${emails.length === EMAIL_LIST_LIMIT ? ', which is the limit' : ''}`,
    summary,
    failures: found.filter(outcome => typeof outcome === 'string'),
    truncationNote:
      items.length > REMOVAL_LIMIT
        ? `These are the first ${formatCount(REMOVAL_LIMIT)} of ${formatCount(items.length)}: one run removes no more.`
        : undefined,
    action: `${paths.reviewRemovals}?of=leavers`,
    groups: presentGroups(groups, { isSelected: haveLeft }),
  };
}

type Group = readonly [id: string, title: string, items: readonly RemovalItem[] | undefined];

interface Summarized {
  readonly summary: string;
  readonly groups: readonly Group[];
}

/** Groups the licenses and cards of the leavers. */
function groupLeavers(emails: readonly string[], items: readonly RemovalItem[]): Summarized {
  const found = Map.groupBy(items, ({ email }) => emailKey(email));
  const kindsOf = Map.groupBy(found.keys(), key => {
    const [first, ...others] = found.get(key) ?? [];
    return others.some(({ kind }) => kind !== first?.kind) ? 'both' : first?.kind;
  });
  const countOf = (kind: 'both' | RemovalItem['kind']) => kindsOf.get(kind)?.length ?? 0;
  const both = new Set(kindsOf.get('both'));
  // In the order of the list: sorting 100,000 emails takes half a second (T64).
  const shown = emails.flatMap(email => found.get(email) ?? []).slice(0, REMOVAL_LIMIT);
  const groups = Object.groupBy(shown, ({ kind, email }) => (both.has(emailKey(email)) ? 'both' : kind));
  const neither = emails.length - found.size;
  return {
    summary:
      `${formatPeople(countOf('both'))} with a license and a card, ${formatCount(countOf('license'))} with a license only, ` +
      `${formatCount(countOf('card'))} with a card only, ${formatCount(neither)} with neither`,
    groups: [
      ['both', 'With a license and a card', groups.both],
      ['license', 'With a license', groups.license],
      ['card', 'With a card', groups.card],
    ],
  };
}

/** Groups the licenses and cards of people who are not on the list of employees. Guests of other domains are separate. */
function groupOthers(emails: readonly string[], items: readonly RemovalItem[]): Summarized {
  const domains = new Set(emails.map(domainOf));
  const { own = [], outside = [] } = Object.groupBy(items, ({ email }) =>
    domains.has(domainOf(email)) ? 'own' : 'outside',
  );
  const rest = Math.max(0, REMOVAL_LIMIT - own.length);
  return {
    summary: `${formatCount(items.length)} licenses and cards belong to people who are not on this list`,
    groups: [
      ['own', 'On the domains in the list', own.slice(0, REMOVAL_LIMIT)],
      ['outside', 'On other domains: agencies, freelancers, guests', outside.slice(0, rest)],
    ],
  };
}

/** Returns the groups that have items. */
function presentGroups(
  groups: readonly Group[],
  { isSelected }: { readonly isSelected: boolean },
): LeaversGroup[] {
  return groups.flatMap(([id, title, items = []]) =>
    items.length === 0
      ? []
      : {
          id,
          title: `${title} (${formatPeople(new Set(items.map(({ email }) => emailKey(email))).size)})`,
          rows: items.map(({ kind, id: itemId, email, recentActivity }) => {
            const { noun, activity } = removableLists[kind].list.removable;
            return {
              email,
              what: noun,
              activity: `${capitalize(activity)} in 30 days: ${formatCount(recentActivity)}`,
              selection: { name: kind, id: itemId, isSelected },
            };
          }),
        },
  );
}

function formatPeople(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`;
}
