import { formatCount } from '../../../shared/format-count';
import type { Query } from '../../../shared/list-state';
import { mailto, mailtoStart } from '../../../shared/mailto';
import { paths, withParameter } from '../../../shared/paths';
import { inviteUrl, plural, productTerms, requestLicensesUrl } from '../../../shared/products';
import type { InvitationAnswer, InviteContent } from '../../../views/pages/InvitePage';
import { domainOf } from '../../text/email-address';
import { ONLY_IN_LIST } from '../compare/lists';
import { formatItems, formatPeople, listFirst } from '../format';
import { presentMail } from '../mail';
import { invitationUrl } from '../people-list/invitation';
import { productDefinitions } from '../product/products';
import { isRepeatable } from '../repeatable';
import type { Invitation } from './invitation';
import type { Invited } from './people';
import { presentQrCode } from './qr-code';

/** The text that could not be read, and why. */
export interface Refused {
  readonly text: string;
  readonly problem: string;
}

/** The letter to edit, the people who get it, and the ways to send it. */
export function presentInvitation(
  invitation: Invitation,
  people: Invited | 'expired' | undefined,
  query: Query,
  refused?: Refused,
): InviteContent {
  const { invitedTo, appUrl, facts } = invitation;
  const choices = presentChoices(invitation, people, query);
  if (facts?.purchased === 0) {
    return {
      state: 'not purchased',
      choices,
      title: `No ${plural(invitedTo)} purchased yet`,
      requestHref: requestLicensesUrl(invitedTo),
    };
  }
  const letter = writeLetter(invitation);
  const invited = typeof people === 'object' ? people : undefined;
  const emails = invited?.emails.join('\n') ?? '';
  const isShort = isRepeatable(invited?.fresh.join('\n') ?? '');
  const { mail, unreached } =
    invited && isShort
      ? presentMail(invited.fresh, letter)
      : {
          mail: { link: mailto(mailtoStart([]), letter.subject, letter.text) },
          unreached: isShort
            ? undefined
            : 'There are too many addresses to show here. Open the list and export them.',
        };
  const answer = invited && presentAnswer(invited, invitation, unreached, query);
  return {
    state: 'ready',
    choices,
    problem: facts
      ? undefined
      : { message: productTerms[invitedTo].messages.statsFailed, retryHref: invitationUrl(invitedTo, query) },
    noneLeft:
      facts && facts.available <= 0 && !answer?.tooMany
        ? {
            text: `No ${plural(invitedTo)} are available, so nobody can claim one yet.`,
            href: requestLicensesUrl(invitedTo),
          }
        : undefined,
    recipients: {
      action: invitationUrl(invitedTo, { from: query.from }),
      text: isRepeatable(emails) ? emails : '',
      problem: people === 'expired' ? 'These addresses were kept for an hour. Paste them again.' : undefined,
      ...refused,
    },
    answer,
    letter,
    mail,
    code: facts?.code,
    appUrl,
    qrCode: presentQrCode(appUrl),
    qrCodeHref: inviteUrl(invitedTo, paths.inviteQrCode),
  };
}

function presentChoices(
  { invitedTo, choices }: Invitation,
  people: Invited | 'expired' | undefined,
  query: Query,
) {
  if (choices.length === 1) return [];
  return choices.map(choice => ({
    label: productDefinitions[choice].title,
    href: `${invitationUrl(choice, query)}${typeof people === 'object' ? '#answer' : ''}`,
    isCurrent: choice === invitedTo,
  }));
}

/** Says how many people are new and at which domains, which shows typing errors, and how many have the product already. */
function presentAnswer(
  { fresh, served, notAddresses }: Invited,
  { invitedTo, facts }: Invitation,
  unreached: string | undefined,
  { list, column }: Query,
): InvitationAnswer {
  const missing = facts ? fresh.length - Math.max(0, facts.available) : 0;
  const rest = [
    served ? `${formatCount(served)} ${served === 1 ? 'has' : 'have'} a ${invitedTo} already.` : '',
    notAddresses > 0
      ? `${formatItems(notAddresses, 'word')} with an @ ${notAddresses === 1 ? 'is' : 'are'} no address.`
      : '',
    served === undefined
      ? `The list of ${plural(invitedTo)} is not available, so the page cannot say who already has one.`
      : '',
  ];
  const href = withParameter(paths.compare, 'list', String(list));
  return {
    count: served === undefined ? formatPeople(fresh.length) : `${formatCount(fresh.length)} new`,
    domains: countDomains(fresh),
    rest: rest.filter(sentence => sentence !== '').join(' '),
    listHref: `${typeof column === 'string' ? withParameter(href, 'column', column) : href}#${ONLY_IN_LIST}`,
    notes: unreached === undefined ? [] : [unreached],
    tooMany:
      missing > 0
        ? {
            text: `You have ${formatItems(missing, invitedTo)} too few.`,
            label: 'Request Licenses',
            href: requestLicensesUrl(invitedTo),
          }
        : undefined,
  };
}

/** “2 at acme.example, 1 at acme.exmaple”. */
function countDomains(emails: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const email of emails) counts.set(domainOf(email), (counts.get(domainOf(email)) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return listFirst(sorted.map(([domain, count]) => `${formatCount(count)} at ${domain}`));
}

/** Says how many licenses or cards are left. */
export function describeAvailable({ invitedTo, facts }: Invitation): string | undefined {
  if (!facts) return undefined;
  const available = Math.max(0, facts.available);
  const items = formatItems(available, invitedTo);
  return `${items} ${available === 1 ? 'is' : 'are'} available`;
}

function writeLetter(invitation: Invitation): { readonly subject: string; readonly text: string } {
  const { invitedTo, company, name, appUrl, facts = {} } = invitation;
  const { subject, gift, lastStep, closing } = productTerms[invitedTo].invitation;
  const steps = [`Get the app: ${appUrl}`, 'Sign in with your work email address.', lastStep(facts)];
  return {
    subject,
    text: [
      'Hello,',
      `${company === '' ? 'We have' : `${company} has`} ${gift} for you.`,
      steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
      closing(facts),
      name,
    ]
      .filter(paragraph => paragraph !== '')
      .join('\n\n'),
  };
}
