/** The totals that exports have for each person. */
export const measures = ['leads', 'visits'] as const;
export type Measure = (typeof measures)[number];

/** The exports of the portal that can be compared. Those with more headings come first, so that they are recognized. */
export const exportKinds = [
  'people',
  'licenses',
  'cards',
  'nonActivatedLicenses',
  'nonClaimedCards',
] as const;

export type ExportKind = (typeof exportKinds)[number];

interface ExportFormat {
  /** The title of the list that was exported. */
  readonly title: string;
  /** The headings by which it is recognized. It may have others. */
  readonly headings: readonly string[];
  /** Headings of which it has at least one: those of the products that the company has. */
  readonly oneOf?: readonly string[];
  /** The columns of the totals. An export without any lists IDs, not people. */
  readonly totals: Readonly<Partial<Record<Measure, string>>>;
  /** The column of the ID. */
  readonly id?: string;
}

export const exportFormats: Readonly<Record<ExportKind, ExportFormat>> = {
  people: {
    title: 'People',
    headings: ['email'],
    oneOf: ['userIds', 'cardIds'],
    totals: { leads: 'totalLeads', visits: 'totalViews' },
  },
  licenses: {
    title: 'Activated Licenses',
    headings: ['email', 'userId', 'leadsLast30Days', 'totalLeads'],
    totals: { leads: 'totalLeads' },
    id: 'userId',
  },
  cards: {
    title: 'Claimed Cards',
    headings: ['name', 'email', 'jobTitle', 'cardId', 'viewsLast30Days', 'totalViews'],
    totals: { visits: 'totalViews' },
    id: 'cardId',
  },
  nonActivatedLicenses: {
    title: 'Non-Activated Licenses',
    headings: ['userId'],
    totals: {},
    id: 'userId',
  },
  nonClaimedCards: { title: 'Non-Claimed Cards', headings: ['cardId'], totals: {}, id: 'cardId' },
};

/** The counts of an export. */
export function measuresOf(kind: ExportKind): readonly Measure[] {
  const { totals } = exportFormats[kind];
  return measures.filter(measure => totals[measure] !== undefined);
}

/** The kind of an export with these headings; undefined if the portal has none. */
export function kindOf(headings: readonly string[]): ExportKind | undefined {
  const found = new Set(headings.map(headingKey));
  const isFound = (heading: string) => found.has(headingKey(heading));
  const isFormat = (kind: ExportKind) => {
    const { headings: all, oneOf = all } = exportFormats[kind];
    // A list of IDs has no other column: any table could have one that is called like it.
    return all.every(isFound) && oneOf.some(isFound) && (measuresOf(kind).length > 0 || found.size === 1);
  };
  return exportKinds.find(isFormat);
}

/** A heading as it is compared: without case and spaces, which spreadsheets change. */
export function headingKey(heading: string): string {
  return heading.trim().toLowerCase();
}
