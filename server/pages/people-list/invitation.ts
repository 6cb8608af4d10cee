import type { Query } from '../../../shared/list-state';
import { fromPeople, withParameter } from '../../../shared/paths';
import { inviteUrl, type ProductKey } from '../../../shared/products';
import type { Dependencies } from '../../dependencies';
import type { SignedInRequest } from '../handler';
import { ownerOf } from '../record-owner';

/** The invitation to a product, with the people of this query string. */
export function invitationUrl(productKey: ProductKey, { from, people }: Query): string {
  const url = from === 'people' ? fromPeople(inviteUrl(productKey)) : inviteUrl(productKey);
  return typeof people === 'string' ? withParameter(url, 'people', people) : url;
}

/** Stores a text with the addresses of people to invite, and returns the ID of its record. */
export async function storePeople(
  text: string,
  request: SignedInRequest,
  { records }: Dependencies,
): Promise<string> {
  return records.invitedPeople.put(ownerOf(request), { text });
}
