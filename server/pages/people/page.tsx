import { paths } from '../../../shared/paths';
import { productKeys } from '../../../shared/products';
import { type PeopleContent, PeoplePage, peopleColumns } from '../../../views/pages/PeoplePage';
import { BackendError } from '../../errors';
import { redirect } from '../../http/reply';
import type { ExportFormat } from '../../lists/exports';
import { productsOf } from '../../session/roles';
import { domainOf } from '../../text/email-address';
import { withDownloadLine } from '../audit-line';
import { requiring, type SignedInHandler } from '../handler';
import { documentTitle } from '../lists/document-title';
import { presentList, selectionKey } from '../lists/list-view';
import { invitationUrl } from '../people-list/invitation';
import { PEOPLE_EXPORT, peopleLists } from '../people-list/lists';
import { filterProblem, type LoadedPeople, loadPeople } from '../people-list/load';
import {
  presentFailures,
  presentHasFilter,
  withInvitation,
  withoutUnavailable,
} from '../people-list/present';
import { presentRemoveDialog } from '../people-list/remove-dialog';
import { signedInPage } from '../signed-in-page';

const title = 'People';

/** GET /people (P320) */
export const peoplePage = signedInPage<LoadedPeople>({
  title,
  lists: peopleLists(productKeys),
  requires: 'role',
  shape: 'list',
  columns: peopleColumns.all,
  styles: 'lists',
  load: async (request, dependencies) => (await loadPeople(request, dependencies)) ?? 'roles unknown',
  async show(request, loaded, layout, dependencies) {
    const { path, search, query } = request;
    const element = (content: PeopleContent) => <PeoplePage layout={layout} content={content} />;
    const { products, unavailableProducts } = loaded;
    const failures = presentFailures(loaded);
    const [invitedTo] = loaded.invitable;
    const everywhere = {
      failures,
      retryHref: path + search,
      inviteHref: invitedTo && invitationUrl(invitedTo, { from: 'people' }),
    };
    if (unavailableProducts.length === products.length)
      return { element: element({ state: 'failed', ...everywhere }) };
    const pageLists = peopleLists(products, domainOf(request.administrator.email));
    const state = pageLists.readState(query);
    const people = await presentList(pageLists, pageLists.lists.people, loaded, {
      query,
      selectionKey: await selectionKey(request, dependencies),
      status: layout.removalStatus,
      now: dependencies.now(),
    });
    const { dialog, notice } = await presentRemoveDialog(
      request,
      loaded,
      { pageLists, state, origin: 'person' },
      dependencies,
    );
    const dialogs = dialog ? [dialog] : [];
    return {
      element: element({
        state: 'ready',
        dialogs,
        notice,
        products: products.join(' '),
        ...everywhere,
        filter: presentHasFilter(pageLists, loaded, state),
        people: withInvitation(withoutUnavailable(people, loaded), loaded, query),
        filterProblem: filterProblem(loaded, query),
      }),
      documentTitle: documentTitle(title, state, pageLists.lists, { people }, dialogs),
    };
  },
});

/** GET /people/people.csv and people.xlsx: the people who match, in the order of the list (P327). */
export function peopleDownload(format: ExportFormat): SignedInHandler {
  return requiring('role', async (request, dependencies) => {
    const details = await request.details();
    const products = productsOf(details);
    return withDownloadLine(request, dependencies, { products, item: PEOPLE_EXPORT }, async () => {
      const people = await loadPeople(request, dependencies);
      if (!people) return redirect(paths.people, { status: 302 });
      const { unavailableProducts } = people;
      const problem =
        people.products.length === unavailableProducts.length
          ? presentFailures(people).join(' ')
          : filterProblem(people, request.query);
      // An error page is better than a file that looks complete.
      if (problem !== undefined) throw new BackendError(problem, 'content');
      return peopleLists(people.products).lists.people.exportFile(request, people, format, dependencies);
    });
  });
}
