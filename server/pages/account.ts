import { ACCOUNT_FIELD } from '../../shared/paths';
import { productKeys } from '../../shared/products';
import type { CallContext } from '../backends/call';
import { PageError } from '../errors';
import { entityFor, type UserDetails } from '../session/roles';
import { digestOf } from '../text/digest';
import type { SignedInRequest } from './handler';

/** Enough characters to tell the accounts of one browser apart. */
const DIGEST_LENGTH = 6;

/** Digests of an administrator and of the company's ID in each product, empty where it is not known. */
export function accountOf({ userId }: CallContext, details: UserDetails | undefined): string {
  const entities = productKeys.map(productKey => entityFor(details, productKey));
  return [userId, ...entities]
    .map(id => (id === undefined ? '' : digestOf(id).slice(0, DIGEST_LENGTH)))
    .join('.');
}

/**
 * Refuses a form of another account's page: somebody else has signed in, in another tab (T73). A withdrawn role is not
 * another account.
 * @throws {PageError} Thrown for a form of another account.
 */
export async function refuseOtherAccounts(request: Omit<SignedInRequest, 'banner'>): Promise<void> {
  const { context } = request.administrator;
  for (const posted of request.values(ACCOUNT_FIELD)) {
    // The user details are fetched only for the same user.
    const isOwn =
      isSame(posted, accountOf(context, undefined)) &&
      isSame(posted, accountOf(context, await request.details()));
    if (isOwn) continue;
    throw new PageError('A form was on the page of another account', {
      status: 409,
      explanation: 'another account',
    });
  }
}

/** Whether two accounts are the same. A company ID that is missing in either of them matches any. */
function isSame(posted: string, current: string): boolean {
  const known = posted.split('.', 1 + productKeys.length);
  return current
    .split('.')
    .every((digest, at) => digest === known[at] || (at > 0 && (digest === '' || !known[at])));
}
