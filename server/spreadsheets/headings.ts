import { capitalize, plural, productKeys, productTerms } from '../../shared/products';

/** The heading in workbooks for each heading of CSV files, which are fixed (P471). */
const workbookHeadings = Object.entries<string>({
  name: 'Name',
  email: 'Email',
  jobTitle: 'Job title',
  activatedOn: 'Activated on',
  inYourList: 'In your list',
  line: 'Line',
  time: 'Time',
  administrator: 'Administrator',
  product: 'Product',
  id: 'ID',
  outcome: 'Outcome',
  ...Object.fromEntries(
    productKeys.flatMap(key => {
      const { peopleColumns, comparedColumns, exportHeadings, ...words } = productTerms[key];
      const [activity, short] = [words.activityNounPlural, plural(words.activityNoun)].map(capitalize);
      return [
        [exportHeadings.id, words.idName],
        [exportHeadings.ids, `${words.idName}s`],
        [peopleColumns.count, capitalize(words.plural)],
        [peopleColumns.last30Days, `${activity}, last 30 days`],
        [exportHeadings.total, `${activity}, total`],
        [comparedColumns.since, `${short} since`],
        [comparedColumns.before, `${short} then`],
      ];
    }),
  ),
});

const toWorkbook: ReadonlyMap<string, string> = new Map(workbookHeadings);
const toCsv: ReadonlyMap<string, string> = new Map(
  workbookHeadings.map(([heading, inWorkbook]) => [keyOf(inWorkbook), keyOf(heading)]),
);

export function workbookHeading(heading: string): string {
  return toWorkbook.get(heading) ?? heading;
}

/** The same text for a heading of a CSV file and of a workbook, whose case and spaces a spreadsheet may have changed. */
export function headingKey(heading: string): string {
  const key = keyOf(heading);
  return toCsv.get(key) ?? key;
}

function keyOf(heading: string): string {
  return heading.trim().toLowerCase();
}
