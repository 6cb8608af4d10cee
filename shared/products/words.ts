/** The words of a product. They are the only place where a product is named; everything else is derived from them. */
export interface ProductWords {
  /** Its number in the roles that the portal users backend sends (P1). */
  readonly number: number;
  /** Of its page. */
  readonly path: string;
  readonly title: string;
  readonly plural: string;
  /** The names of its settings begin with these. `localPath` is its backend's path with `PORTAL_ENV=local`. */
  readonly settings: { readonly api: string; readonly app: string; readonly localPath: string };
  /** What its IDs are called. */
  readonly idName: string;
  /** Whether its backend sends names and job titles. */
  readonly hasNames: boolean;
  /** People activate or claim an item. */
  readonly claim: string;
  /** People captured leads, or had visits. */
  readonly activityVerb: string;
  readonly activityNoun: string;
  readonly activityNounPlural: string;
  readonly claimed: string;
  /** A removal: the imperative, the progress, and the effect as object and participle. */
  readonly verb: string;
  readonly doing: string;
  readonly done: string;
  readonly effect: readonly [thing: string, effect: string];
  /** The figures of a person, which are also the sort parameters of People. */
  readonly peopleColumns: PersonFigures & {
    readonly usage: string;
    /** Only if its backend sends the days of activation. */
    readonly activatedOn: string | undefined;
  };
  /** The heading above its figures in People. */
  readonly peopleHeading: string;
  /** The figures of a comparison with an earlier export. */
  readonly comparedColumns: { readonly since: string; readonly before: string };
  /** Their headings in exports, and of the IDs in exports of this product alone. */
  readonly exportHeadings: PersonFigures & { readonly id: string };
}

interface PersonFigures {
  readonly count: string;
  readonly ids: string;
  readonly last30Days: string;
  readonly total: string;
}
