import type { Query } from '../../../shared/list-state';
import { withParameter } from '../../../shared/paths';
import { inviteUrl, type ProductKey } from '../../../shared/products';
import type { ListProblem, ReadList } from '../../compare/read-list';
import type { Dependencies } from '../../dependencies';
import type { SignedInRequest } from '../handler';
import { companyKeyOf, ownerOf } from '../record-owner';

/** The invitation to a product, with the list of people in this query string. One from People leads back there. */
export function invitationUrl(productKey: ProductKey, { from, list, column }: Query): string {
  const ofProduct = inviteUrl(productKey);
  const url = from === 'people' ? withParameter(ofProduct, 'from', from) : ofProduct;
  if (typeof list !== 'string') return url;
  const withList = withParameter(url, 'list', list);
  return typeof column === 'string' ? withParameter(withList, 'column', column) : withList;
}

/** Reads a text with the addresses of people to invite, and returns the ID of its record. */
export async function storePeople(
  text: string,
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<string | ListProblem> {
  const list = await dependencies.workers.readList({ text }, request.administrator.context.userId);
  return 'refused' in list ? list : storeList(list, request, dependencies);
}

/** Stores a list of this session, and returns the ID of its record. */
export async function storeList(
  list: ReadList,
  request: SignedInRequest,
  { records }: Dependencies,
): Promise<string> {
  const companyKey = companyKeyOf(request, await request.details());
  return records.lists.put(ownerOf(request), { ...list, companyKey });
}
