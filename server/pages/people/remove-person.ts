import { productKeys } from '../../../shared/products';
import { TYPED_COUNT_ABOVE } from '../../../shared/removals';
import type { FormOutcome } from '../../http/forms';
import { redirect } from '../../http/reply';
import { itemKey, itemOfDialog } from '../../removals/items';
import { removeNow } from '../../removals/remove-items';
import { entitiesOf } from '../../session/roles';
import { carryOutOnce } from '../carry-out-once';
import { COMPARE } from '../compare/lists';
import { requiring } from '../handler';
import { urlAfterRemoval } from '../lists/after-removal';
import { peopleLists } from '../people-list/lists';
import { loadPeople } from '../people-list/load';
import { emailInToast, idInToast } from '../product/product-action';
import { summarizeOutcomes } from '../product/removal-words';
import { immediateWork } from '../product/removal-work';
import { sourceUrl } from '../removals/selection-source';

/**
 * POST /people/remove: removes the licenses and cards of one person that the dialog has named, unless they belong to another
 * person now. Redirects to the list, whose status line has the outcome.
 */
export const removePerson = requiring('role', async (request, dependencies) => {
  const { form, query, session, values, administrator } = request;
  const pageLists = peopleLists(productKeys);
  const isCompared = query.of === COMPARE;
  const returnUrl = sourceUrl({ ...query, of: isCompared ? COMPARE : 'person' });
  const details = await request.details();
  if (!details) return redirect(returnUrl, { toast: ['userDetailsMissing'] });
  const entities = entitiesOf(details);
  const { email = '' } = form;
  const named = productKeys.flatMap(productKey =>
    values(productKey).map(id => itemOfDialog(productKey, id, email)),
  );
  // One call for each, however often the form names it.
  const items = [...new Map(named.map(item => [itemKey(item), item])).values()];
  // The dialog reviews many items instead.
  if (email === '' || items.length === 0 || items.length > TYPED_COUNT_ABOVE) return redirect(returnUrl);
  return carryOutOnce(request, dependencies, { limit: 'removals', count: items.length, returnUrl }, remove);

  async function remove(): Promise<FormOutcome> {
    const work = immediateWork(request, { items, entities }, dependencies);
    const { results, isSettled, called, sessionHasEnded, error } = await removeNow(items, entities, work);
    const { personText, done, effects } = summarizeOutcomes({ items, results });
    const shown = emailInToast(email);
    // The dialog was out of date: the person may have another license by now.
    if (done < items.length || effects.length === 0) {
      const isUnlisted = !called && error !== undefined;
      const why = isUnlisted
        ? 'was not removed: the lists could not be fetched, so please try again'
        : personText;
      const toast = ['personNotRemoved', shown, why, idInToast(email)] as const;
      return { reply: redirect(returnUrl, { toast, sessionHasEnded }), wasRefused: !called };
    }
    const toast = ['personRemoved', shown] as const;
    if (isCompared) return { reply: redirect(returnUrl, { toast, sessionHasEnded }) };
    // The lists that have settled it are in the cache.
    const context = { ...administrator.context, changedAt: session.changedAt, bypassCache: false };
    const location = await urlAfterRemoval(pageLists, pageLists.lists.people, query, async () =>
      isSettled
        ? loadPeople(
            { ...request, administrator: { ...administrator, context }, stats: new Map() },
            dependencies,
          )
        : undefined,
    );
    return { reply: redirect(location, { toast, sessionHasEnded }) };
  }
});
