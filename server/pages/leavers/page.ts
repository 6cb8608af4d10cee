import { createElement } from 'react';
import { entityFor } from '../../../shared/admin';
import { domainOf, EMAIL_LIST_LIMIT, emailKey } from '../../../shared/email-list';
import { compareText } from '../../../shared/list';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import { REMOVAL_LIMIT } from '../../../shared/removals';
import {
  type LeaversContent,
  type LeaversGroup,
  LeaversPage,
  leaversFields,
  type PeopleDirection,
  type PeopleFormProps,
} from '../../../views/pages/LeaversPage';
import type { Dependencies } from '../../dependencies';
import type { SignedInRequest } from '../../http/request';
import type { RemovalItem } from '../../removals/run';
import { capitalize, formatCount } from '../figures';
import type { SignedInHandler } from '../handler';
import { fetchList, removableProducts } from '../removals/selection';
import { signedInPage } from '../signed-in-page';
import { fetchUserDetails } from '../user-details';
import { readFileText } from './file-text';

/** GET /leavers: shows the form for a list of people. */
export const leaversForm = leaversPage(async () => ({
  state: 'form',
  direction: 'left',
  people: '',
  problem: undefined,
}));

/** POST /leavers: shows the licenses and cards of the listed people (P260 to P265). */
export const leaversAnswer = leaversPage(checkPeople);

function leaversPage(
  load: (request: SignedInRequest, dependencies: Dependencies) => Promise<LeaversContent>,
): SignedInHandler {
  return signedInPage({
    title: 'Check People',
    subtitle: 'Find the licenses and cards of people who have left',
    shape: 'list',
    load: (request, _details, dependencies) => load(request, dependencies),
    async show(_request, content, layout) {
      // The form shows its own message: the layout's link would lose the input.
      const isExplained = content.state === 'form' && content.problem !== undefined;
      const outage = isExplained ? undefined : layout.outage;
      return { element: createElement(LeaversPage, { layout: { ...layout, outage }, content }) };
    },
  });
}

async function checkPeople(request: SignedInRequest, dependencies: Dependencies): Promise<LeaversContent> {
  const sent = await readPeople(request, dependencies);
  if (sent.problem !== undefined) return { state: 'form', ...sent };
  const { direction, emails } = sent;
  const listed = new Set(emails);
  const haveLeft = direction === 'left';
  const isWanted = (_id: string, email: string) => listed.has(emailKey(email)) === haveLeft;

  const details = await fetchUserDetails(request, dependencies.portalUsers);
  // Without roles, the result would be empty.
  if (!details) return { state: 'form', ...sent, problem: messages.access.userDetailsMissing };
  const found = await Promise.all(
    Object.values(removableProducts).map(async product => {
      const entityId = entityFor(details, product.role);
      if (entityId === undefined) return [];
      const list = await fetchList(request, product, entityId, dependencies);
      return list ? list.filter(isWanted) : product.statsFailed;
    }),
  );
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

/** Returns the email addresses in the form's text and file, or the reason why the form is rejected (P260, P265). */
async function readPeople(
  { form, file }: SignedInRequest,
  { workers }: Dependencies,
): Promise<PeopleFormProps & { readonly emails: readonly string[] }> {
  const people = form[leaversFields.people] ?? '';
  const direction: PeopleDirection = form[leaversFields.direction] === 'stay' ? 'stay' : 'left';
  const typed = { people, direction };
  const refuse = (problem: string) => ({ ...typed, problem, emails: [] });
  if (file && !file.bytes) return refuse(`${FILE_NOT_READ} it is larger than 1 MB. ${OTHER_WAYS}`);
  if (file?.bytes?.length === 0) return refuse(`${FILE_NOT_READ} it is empty. ${OTHER_WAYS}`);
  const fileText = file?.bytes ? readFileText(file.bytes) : '';
  if (fileText === undefined) return refuse(`${FILE_NOT_READ} it is not a text file. ${OTHER_WAYS}`);
  if (people.trim() === '' && !file)
    return refuse('Paste a list of people, or choose a file that contains one.');
  const emails = await workers.findEmails(`${people}\n${fileText}`);
  if (emails.length === 0) return refuse('There is no email address in this list.');
  return { ...typed, emails, problem: undefined };
}

const FILE_NOT_READ = 'The file was not read:';
const OTHER_WAYS = 'Choose another one (a spreadsheet saved as CSV, or plain text), or paste the addresses.';

type Group = readonly [id: string, title: string, items: readonly RemovalItem[] | undefined];

interface Summarized {
  readonly summary: string;
  readonly groups: readonly Group[];
}

/** Groups the licenses and cards of the leavers. */
function groupLeavers(emails: readonly string[], items: readonly RemovalItem[]): Summarized {
  const owners = { license: new Set<string>(), card: new Set<string>() };
  for (const { kind, email } of items) owners[kind].add(emailKey(email));
  const both = new Set([...owners.license].filter(key => owners.card.has(key)));
  // Group the items of each person.
  const shown = items
    .toSorted((a, b) => compareText(emailKey(a.email), emailKey(b.email)))
    .slice(0, REMOVAL_LIMIT);
  const groups = Object.groupBy(shown, ({ kind, email }) => (both.has(emailKey(email)) ? 'both' : kind));
  const neither = emails.length - new Set([...owners.license, ...owners.card]).size;
  return {
    summary:
      `${formatPeople(both.size)} with a license and a card, ${formatCount(owners.license.size - both.size)} with a license only, ` +
      `${formatCount(owners.card.size - both.size)} with a card only, ${formatCount(neither)} with neither`,
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
            const { noun, activity } = removableProducts[kind];
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
