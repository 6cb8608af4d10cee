import type { Query } from '../../../shared/list-state';
import { mailto, mailtoStart } from '../../../shared/mailto';
import { fromPeople, paths } from '../../../shared/paths';
import { inviteUrl, type ProductKey } from '../../../shared/products';
import type { InviteContent } from '../../../views/pages/InvitePage';
import { formatItems } from '../format';
import { productDefinitions } from '../product/products';
import type { Invitation } from './invitation';
import { presentQrCode } from './qr-code';

/** The letter to edit, and the ways to send it. */
export function presentInvitation(invitation: Invitation, query: Query): InviteContent {
  const { invitedTo, choices, appUrl, facts } = invitation;
  const { subject, text } = writeLetter(invitation);
  const urlOf = (product: ProductKey) =>
    isFromPeople(query) ? fromPeople(inviteUrl(product)) : inviteUrl(product);
  return {
    choices:
      choices.length === 1
        ? []
        : choices.map(choice => ({
            label: productDefinitions[choice].title,
            href: urlOf(choice),
            isCurrent: choice === invitedTo,
          })),
    problem: facts
      ? undefined
      : { message: productDefinitions[invitedTo].statsFailed, retryHref: urlOf(invitedTo) },
    noneLeft:
      facts && facts.available <= 0
        ? {
            text: `No ${invitedTo}s are available, so nobody can claim one yet.`,
            href: productDefinitions[invitedTo].path,
          }
        : undefined,
    letter: { subject, text },
    mail: { link: mailto(mailtoStart([]), subject, text) },
    code: facts?.code,
    appUrl,
    qrCode: presentQrCode(appUrl),
    qrCodeHref: inviteUrl(invitedTo, paths.inviteQrCode),
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
