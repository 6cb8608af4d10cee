import { productKeys } from '../../shared/products';
import type { RecordOwner } from '../records/records';
import { type Entities, entitiesOf, entityFor, type UserDetails } from '../session/roles';
import { digestOf } from '../text/digest';
import type { SignedInRequest } from './handler';

/** The session that the records of a request belong to. */
export function ownerOf({
  administrator,
  session,
}: Pick<SignedInRequest, 'administrator' | 'session'>): RecordOwner {
  return { userId: administrator.context.userId, sessionId: session.id ?? '' };
}

/** Whether these are still the IDs of the administrator's company; true while the user details are not available. */
export function isOfCompany(entities: Entities, details: UserDetails | undefined): boolean {
  const current = entitiesOf(details);
  return !details || productKeys.every(productKey => entities[productKey] === current[productKey]);
}

/** A digest of a company's IDs in the backends. Without user details, of the administrator. */
export function companyKeyOf(
  { administrator }: Pick<SignedInRequest, 'administrator'>,
  details: UserDetails | undefined,
): string {
  const entities = productKeys.map(productKey => entityFor(details, productKey));
  return digestOf(details ? entities : administrator.context.userId);
}
