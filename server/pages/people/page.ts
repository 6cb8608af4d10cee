import { createElement } from 'react';
import { removableKinds } from '../../../shared/removals';
import { type PeopleContent, PeoplePage } from '../../../views/pages/PeoplePage';
import { presentInviteLink } from '../invite/missing-people';
import { documentTitle, presentLists } from '../product/list-view';
import { withShortAddress } from '../product/page-lists';
import { readSelectedRows } from '../product/selected-rows';
import { reviewedItems } from '../removals/owner';
import { signedInPage } from '../signed-in-page';
import { peopleLists } from './lists';
import { type LoadedPeople, loadPeople } from './load';
import { presentFailures, presentOverview, unknownPossession, withKnownSorts } from './present';

const title = 'People';

const showPeople = signedInPage<LoadedPeople | undefined>({
  title,
  subtitle: 'One row for each email address, across licenses and cards',
  shape: 'list',
  styles: 'lists',
  load: loadPeople,
  async show(request, loaded, layout, dependencies) {
    const { path, search, query } = request;
    const element = (content: PeopleContent) => createElement(PeoplePage, { layout, content });
    if (!loaded) return { element: element({ state: 'unknown' }) };
    const { kinds, unavailable } = loaded;
    if (kinds.length === 0)
      return { element: element({ state: 'no product', helpUrl: dependencies.config.helpUrl }) };
    const failures = presentFailures(loaded);
    const retryHref = path + search;
    if (unavailable.length === kinds.length) {
      return { element: element({ state: 'failed', failures, retryHref }) };
    }
    const page = peopleLists(kinds);
    const items = await reviewedItems(request, dependencies);
    const reviewed = items.map(({ email }) => ({ kind: 'person' as const, id: email }));
    const { state, selected } = readSelectedRows(page, loaded, { query, reviewed });
    const lists = await presentLists(page, { source: loaded, state, query, selected });
    return {
      element: element({
        state: 'ready',
        view: kinds.length > 1 ? 'all' : (kinds[0] ?? 'license'),
        failures,
        retryHref,
        overview: presentOverview(page, loaded, query),
        people: withKnownSorts(lists.people, loaded),
        invite: presentInviteLink(loaded, query),
        unknown: unknownPossession(loaded, query),
      }),
      documentTitle: documentTitle(title, page.lists, lists, []),
    };
  },
});

/** GET /people (P320) */
export const peoplePage = withShortAddress(peopleLists(removableKinds), showPeople);
