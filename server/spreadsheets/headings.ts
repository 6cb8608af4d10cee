/** The heading in workbooks for each heading of CSV files, which are fixed (P471). */
const workbookHeadings = {
  name: 'Name',
  email: 'Email',
  jobTitle: 'Job title',
  userId: 'UserID',
  cardId: 'CardID',
  leadsLast30Days: 'Leads, last 30 days',
  totalLeads: 'Leads, total',
  viewsLast30Days: 'Profile visits, last 30 days',
  totalViews: 'Profile visits, total',
  activatedOn: 'Activated on',
  licenses: 'Licenses',
  userIds: 'UserIDs',
  cards: 'Cards',
  cardIds: 'CardIDs',
  change: 'Change',
  note: 'Note',
  time: 'Time',
  administrator: 'Administrator',
  product: 'Product',
  id: 'ID',
  outcome: 'Outcome',
} as const;

const toWorkbook: ReadonlyMap<string, string> = new Map(Object.entries(workbookHeadings));
const toCsv: ReadonlyMap<string, string> = new Map(
  Object.entries(workbookHeadings).map(([heading, inWorkbook]) => [keyOf(inWorkbook), keyOf(heading)]),
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
