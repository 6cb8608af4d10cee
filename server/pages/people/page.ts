import { createElement } from 'react';
import { removableKinds } from '../../../shared/removals';
import { type PeopleContent, PeoplePage } from '../../../views/pages/PeoplePage';
import { redirect } from '../../http/reply';
import type { SignedInHandler } from '../handler';
import { documentTitle, presentLists } from '../product/list-view';
import { signedInPage } from '../signed-in-page';
import { peopleLists } from './lists';
import { type LoadedPeople, loadPeople } from './load';
import { presentFailures, presentOverview, unknownPossession } from './present';

const title = 'People';

const showPeople = signedInPage<LoadedPeople | undefined>({
  title,
  subtitle: 'One row for each email address, across licenses and cards',
  shape: 'list',
  load: loadPeople,
  async show({ path, search, query }, loaded, layout, { config: { helpUrl } }) {
    const element = (content: PeopleContent) => createElement(PeoplePage, { layout, content });
    if (!loaded) return { element: element({ state: 'unknown' }) };
    const { kinds, unavailable } = loaded;
    if (kinds.length === 0) return { element: element({ state: 'no product', helpUrl }) };
    const failures = presentFailures(loaded);
    const retryHref = path + search;
    if (unavailable.length === kinds.length) {
      return { element: element({ state: 'failed', failures, retryHref }) };
    }
    const page = peopleLists(kinds);
    const state = page.readState(query);
    const lists = await presentLists(page, { source: loaded, state, query, selected: new Set() });
    return {
      element: element({
        state: 'ready',
        view: kinds.length > 1 ? 'both' : (kinds[0] ?? 'license'),
        failures,
        retryHref,
        overview: presentOverview(page, loaded, query),
        people: lists.people,
        unknown: unknownPossession(loaded, query),
      }),
      documentTitle: documentTitle(title, page.lists, lists, []),
    };
  },
});

/** GET /people (P320) */
export const peoplePage: SignedInHandler = (request, dependencies) => {
  // Without JavaScript, a search form sends all of its fields (P310).
  const shorter = peopleLists(removableKinds).shorten(request);
  return shorter === undefined ? showPeople(request, dependencies) : redirect(shorter, { status: 302 });
};
