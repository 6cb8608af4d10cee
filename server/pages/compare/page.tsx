import { paths } from '../../../shared/paths';
import { type CompareContent, ComparePage } from '../../../views/pages/ComparePage';
import type { StoredComparison } from '../../comparisons/compare';
import { redirect } from '../../http/reply';
import type { ExportFormat } from '../../lists/exports';
import { withDownloadLine } from '../audit-line';
import { type Load, requiring, type SignedInHandler } from '../handler';
import { markCurrent } from '../layout';
import { withShortUrl } from '../lists/page-lists';
import { isOfCompany, ownerOf } from '../record-owner';
import { signedInPage } from '../signed-in-page';
import { comparisonLists, openChanges } from './lists';
import { type FormProblem, presentComparison, presentForm, presentTitle } from './present';

/** GET /compare: the form, or the comparison in the URL. */
const showComparison = pageOf(async (request, dependencies) => {
  if (request.query.comparison === undefined) return presentForm(request);
  const comparison = await findComparison(request, dependencies);
  if (!comparison) return presentForm(request, { problem: ENDED });
  return presentComparison(request, comparison, dependencies);
});

export const comparePage = withShortUrl(comparisonLists, showComparison);

/** Shows the form again, with the reason why the file could not be compared. */
export function compareForm(problem: FormProblem): SignedInHandler {
  return pageOf(async request => presentForm(request, problem), 422);
}

const ENDED =
  'This comparison is no longer available: it was kept for 30 minutes, and visible only to you. Choose the export again.';

function pageOf(load: Load<CompareContent>, status = 200): SignedInHandler {
  return signedInPage({
    status,
    requires: 'role',
    title: 'What changed',
    shape: 'panels',
    styles: 'tools',
    load,
    async show(_request, content, layout) {
      // The form shows its own message: the layout's link would lose the input.
      const userDetailsProblem =
        'problem' in content && content.problem !== undefined ? undefined : layout.userDetailsProblem;
      const title = presentTitle(content);
      const marked = markCurrent({ ...layout, ...title, userDetailsProblem }, title.back?.href);
      return { element: <ComparePage layout={marked} content={content} /> };
    },
  });
}

/** GET /compare/people.csv and people.xlsx (?comparison=…): the rows of a comparison. */
export function comparisonDownload(format: ExportFormat): SignedInHandler {
  return requiring('role', (request, dependencies) =>
    withDownloadLine(request, dependencies, {}, async () => {
      const comparison = await findComparison(request, dependencies);
      if (!comparison) return redirect(paths.compare, { status: 302 });
      const rows = openChanges(comparison.changes, dependencies.workers.sortTable);
      return comparisonLists.lists.people.exportFile(request, rows, format, dependencies);
    }),
  );
}

/** The comparison in the URL; undefined if it is not of this session or company, or no longer stored. */
const findComparison: Load<StoredComparison | undefined> = async (request, { records }) => {
  const comparison = await records.comparisons.get(ownerOf(request), request.query.comparison);
  return comparison && isOfCompany(comparison.entities, await request.details()) ? comparison : undefined;
};
