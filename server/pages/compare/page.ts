import { createElement } from 'react';
import { paths } from '../../../shared/paths';
import { type CompareContent, type CompareFormProps, ComparePage } from '../../../views/pages/ComparePage';
import type { StoredComparison } from '../../comparisons/comparison';
import { redirect } from '../../http/reply';
import type { ExportFormat } from '../../lists/exports';
import { withDownloadLine } from '../audit-line';
import type { SignedInHandler, Step } from '../handler';
import type { List } from '../product/define-list';
import { isOfCompany, ownerOf } from '../removals/owner';
import { signedInPage } from '../signed-in-page';
import { type ComparedLists, openLists } from './lists';
import { presentComparison, presentTitle } from './present';

interface Loaded {
  readonly content: CompareContent;
  readonly comparison?: StoredComparison | undefined;
}

/** GET /compare: the form, or the comparison in the URL. */
export const comparePage = comparisonPage(async (request, dependencies) => {
  if (request.query.comparison === undefined) return { content: { state: 'form', ...emptyForm } };
  const comparison = await findComparison(request, dependencies);
  if (!comparison) return { content: { state: 'form', ...emptyForm, problem: ENDED } };
  return { comparison, content: await presentComparison(request, comparison, dependencies) };
});

/** Shows the form again, with what was typed. */
export function compareForm(form: CompareFormProps): SignedInHandler {
  return comparisonPage(async () => ({ content: { state: 'form', ...form } }));
}

const emptyForm: CompareFormProps = { problem: undefined, beforeDay: '', afterDay: '' };

const ENDED =
  'This comparison is no longer available: your last three are kept for 30 minutes, and visible only to you. Compare the exports again.';

function comparisonPage(load: Step<Loaded>): SignedInHandler {
  return signedInPage({
    title: 'Compare exports',
    subtitle: 'What changed since an earlier export',
    shape: 'list',
    styles: 'tools',
    load,
    async show(_request, { content, comparison }, layout) {
      const title = comparison ? presentTitle(comparison, content, layout) : {};
      // The form shows its own message: the layout's link would lose the input.
      const isExplained = content.state === 'form' && content.problem !== undefined;
      const outage = isExplained ? undefined : layout.outage;
      return { element: createElement(ComparePage, { layout: { ...layout, ...title, outage }, content }) };
    },
  });
}

/** GET /compare/joined.csv?comparison=…, and the other lists of a comparison, also as .xlsx. */
export function comparisonDownload(list: List<ComparedLists>, format: ExportFormat): SignedInHandler {
  return (request, dependencies) =>
    withDownloadLine(request, dependencies, {}, async () => {
      const comparison = await findComparison(request, dependencies);
      if (!comparison) return redirect(paths.compare, { status: 302 });
      const lists = openLists(comparison.changes, dependencies.workers.sortTable);
      return list.exportFile(request, lists, format, dependencies);
    });
}

/** The comparison in the URL; undefined if it is not of this session or company, or not stored anymore. */
const findComparison: Step<StoredComparison | undefined> = async (request, { comparisons }) => {
  const comparison = await comparisons.get(ownerOf(request), request.query.comparison);
  return comparison && isOfCompany(comparison.entities, await request.details()) ? comparison : undefined;
};
