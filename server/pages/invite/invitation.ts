import { availableLicenses } from '../../backends/licenses';
import type { Dependencies } from '../../dependencies';
import { entityFor } from '../../roles';
import type { SignedInRequest, Step } from '../handler';
import { cards } from '../product/cards';
import { leadCapture } from '../product/lead-capture';
import { loadStats } from '../product/page';
import { type InvitedTo, invitations } from '../products';

/** An invitation to a product. */
export interface Invitation {
  readonly invitedTo: InvitedTo;
  /** All products of the administrator. */
  readonly choices: readonly InvitedTo[];
  /** The download URL of the app. */
  readonly appUrl: string;
  readonly company: string;
  /** The administrator's name. */
  readonly name: string;
  /** Undefined if the backend failed: people can be invited without it. */
  readonly facts: InvitationFacts | undefined;
}

interface InvitationFacts {
  /** The number of licenses or cards that nobody has claimed. */
  readonly available: number;
  /** The corporate code that claims a license. Cards need none. */
  readonly code?: string;
  /** Whether the company's leads reach another system. */
  readonly hasIntegration?: boolean;
}

/** The products that people can be invited to. */
export const invitedProducts = { licenses: leadCapture, cards } as const;

/**
 * Loads the invitation to the product in the URL, or else to the first one that the administrator has. Returns 'unknown' if
 * the roles are not known, and 'no access' without any.
 */
export const loadInvitation: Step<Invitation | 'unknown' | 'no access'> = async (request, dependencies) => {
  const known = await request.details();
  if (!known) return 'unknown';
  const choices = invitations.filter(choice => entityFor(known, invitedProducts[choice].role) !== undefined);
  const invitedTo = choices.find(choice => choice === request.query.for) ?? choices[0];
  if (invitedTo === undefined) return 'no access';
  return {
    ...{ invitedTo, choices, company: known.company, name: known.name },
    appUrl: invitedProducts[invitedTo].appUrl(dependencies.config),
    facts: await loadFacts(request, invitedTo, dependencies),
  };
};

async function loadFacts(
  request: SignedInRequest,
  invitedTo: InvitedTo,
  dependencies: Dependencies,
): Promise<InvitationFacts | undefined> {
  if (invitedTo === 'cards') {
    const stats = await loadStats(request, cards, dependencies);
    if (typeof stats === 'string') return undefined;
    return { available: availableLicenses(stats) };
  }
  const stats = await loadStats(request, leadCapture, dependencies);
  if (typeof stats === 'string') return undefined;
  const { code, integrations } = stats;
  return { available: availableLicenses(stats), code, hasIntegration: integrations.length > 0 };
}
