import { formatCount } from '../../../shared/format-count';
import type { Query } from '../../../shared/list-state';
import { mailto, mailtoStart } from '../../../shared/mailto';
import { paths, withParameter } from '../../../shared/paths';
import { inviteUrl, type ProductKey, plural, requestLicensesUrl } from '../../../shared/products';
import type { InviteContent, RecipientsAnswer } from '../../../views/pages/InvitePage';
import { NAMED_LIMIT } from '../../text/first-texts';
import { formatItems, formatPeople, listFirst } from '../format';
import { presentMail } from '../mail';
import { invitationUrl } from '../people-list/invitation';
import { foldTexts, notesOfReading, presentNotRead, quoteLine } from '../people-list/present-not-read';
import { productDefinitions } from '../product/products';
import type { Invitation } from './invitation';
import type { Invited } from './people';
import { presentQrCode } from './qr-code';

/** The letter to edit, the people who get it, and the ways to send it. */
export function presentInvitation(
  invitation: Invitation,
  people: Invited | 'expired' | undefined,
  query: Query,
): InviteContent {
  const { invitedTo, choices, appUrl, facts } = invitation;
  const letter = writeLetter(invitation);
  const urlOf = (productKey: ProductKey) => invitationUrl(productKey, query);
  const invited = typeof people === 'object' ? people : undefined;
  const { mail, unreached } = invited
    ? presentMail(invited.fresh, letter)
    : { mail: { link: mailto(mailtoStart([]), letter.subject, letter.text) }, unreached: undefined };
  const answer = invited && presentAnswer(invited, invitation, unreached, query);
  return {
    choices:
      choices.length === 1
        ? []
        : choices.map(choice => ({
            label: productDefinitions[choice].title,
            href: invited ? `${urlOf(choice)}#answer` : urlOf(choice),
            isCurrent: choice === invitedTo,
          })),
    problem: facts
      ? undefined
      : { message: productDefinitions[invitedTo].statsFailed, retryHref: urlOf(invitedTo) },
    noneLeft:
      facts && facts.available <= 0 && !answer?.tooMany
        ? {
            text: `No ${plural(invitedTo)} are available, so nobody can claim one yet.`,
            href: requestLicensesUrl(invitedTo),
          }
        : undefined,
    recipients: {
      action: invitationUrl(invitedTo, { from: query.from }),
      text: invited?.text ?? '',
      problem:
        people === 'expired' ? 'These addresses were kept for 30 minutes. Paste them again.' : undefined,
      answer,
    },
    letter,
    mail,
    code: facts?.code,
    appUrl,
    qrCode: presentQrCode(appUrl),
    qrCodeHref: inviteUrl(invitedTo, paths.inviteQrCode),
  };
}

/** Says who of the pasted people is new, who has the product already, and who may be misspelled. */
function presentAnswer(
  { fresh, served, similar, named, notRead, noun }: Invited,
  { invitedTo, facts }: Invitation,
  unreached: string | undefined,
  query: Query,
): RecipientsAnswer {
  const groups: readonly (readonly [string, readonly string[]])[] = served
    ? [
        [`${formatCount(fresh.length)} new`, fresh],
        [
          `${formatCount(served.length)} ${served.length === 1 ? 'has' : 'have'} a ${invitedTo} already`,
          served,
        ],
      ]
    : [[formatPeople(fresh.length), fresh]];
  const parts = groups.filter(([, emails], index) => index === 0 || emails.length > 0).map(([text]) => text);
  const similarTo = listFirst(
    similar.map(({ email, near }) => `${email} (perhaps ${near})`),
    NAMED_LIMIT,
  );
  if (similar.length > 0) parts.push(`${formatCount(similar.length)} perhaps misspelled: ${similarTo}`);
  const namedPeople = listFirst(named.map(quoteLine), NAMED_LIMIT);
  const missing = facts ? fresh.length - Math.max(0, facts.available) : 0;
  return {
    text: `${parts.join(', ')}.`,
    similarHref:
      similar.length > 0 ? `${withParameter(invitationUrl(invitedTo, query), 'all', '1')}#answer` : undefined,
    notes: [
      ...(served === undefined
        ? [`The list of ${plural(invitedTo)} is not available, so the page cannot say who already has one.`]
        : []),
      ...(unreached === undefined ? [] : [unreached]),
      ...(named.length > 0 ? [`Named, with another address or none, and not invited: ${namedPeople}.`] : []),
      ...notesOfReading(notRead),
    ],
    folded: [
      ...groups.flatMap(([summary, emails]) =>
        foldTexts(summary, { texts: emails.slice(0, NAMED_LIMIT), count: emails.length }),
      ),
      ...presentNotRead(notRead, noun),
    ],
    tooMany:
      missing > 0
        ? {
            text: `${formatCount(missing)} more ${invitedTo}${missing === 1 ? ' than is' : 's than are'} available.`,
            label: 'Request licenses first',
            href: requestLicensesUrl(invitedTo),
          }
        : undefined,
  };
}

/** Whether the page was opened from People. */
export function isFromPeople({ from }: Query): boolean {
  return from === 'people';
}

const subjects = {
  license: 'Your license for the lead-capture app',
  card: 'Your digital business card',
} as const;

/** Says how many licenses or cards are left. */
export function describeAvailable({ invitedTo, facts }: Invitation): string | undefined {
  if (!facts) return undefined;
  const available = Math.max(0, facts.available);
  const items = formatItems(available, invitedTo);
  return `${items} ${available === 1 ? 'is' : 'are'} available`;
}

function writeLetter(invitation: Invitation): { readonly subject: string; readonly text: string } {
  const { invitedTo, company, name, appUrl, facts } = invitation;
  const giver = company === '' ? 'We have' : `${company} has`;
  const steps = [`Get the app: ${appUrl}`, 'Sign in with your work email address.'];
  const letter = (subject: string, opening: string, lastStep: string, closing: string) => ({
    subject,
    text: [
      'Hello,',
      opening,
      [...steps, lastStep].map((step, index) => `${index + 1}. ${step}`).join('\n'),
      closing,
      name,
    ]
      .filter(paragraph => paragraph !== '')
      .join('\n\n'),
  });
  if (invitedTo === 'card') {
    return letter(
      subjects.card,
      `${giver} a digital business card for you.`,
      'Claim your card.',
      'You can then share your contact details with a tap on a phone.',
    );
  }
  return letter(
    subjects.license,
    `${giver} a license for the lead-capture scanner app for you.`,
    facts?.code
      ? `Enter our corporate code: ${facts.code}`
      : 'Enter our corporate code. I will tell you what it is.',
    `You can then scan business cards and badges${facts?.hasIntegration ? '; the leads reach our CRM' : ''}.`,
  );
}
