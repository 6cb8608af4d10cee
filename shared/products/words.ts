/** The words of a product that more than its own page uses. */
export interface ProductWords {
  /** Its number in the roles that the portal users backend sends (P1). */
  readonly number: number;
  /** Of its page, and of the form that removes an item. */
  readonly path: string;
  readonly removalPath: string;
  readonly title: string;
  readonly plural: string;
  /** One of them in messages: “digital business card”. */
  readonly fullName: string;
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
  /** A removal: the imperative, which also names its dialog in URLs, the progress, and the effect as object and participle. */
  readonly verb: string;
  readonly doing: string;
  readonly done: string;
  readonly effect: readonly [thing: string, effect: string];
  /** The figures of a person, which are also the sort parameters of People, and headings in exports. */
  readonly peopleColumns: {
    readonly count: string;
    readonly ids: string;
    readonly last30Days: string;
    readonly total: string;
    readonly usage: string;
    /** Only if its backend sends the days of activation. */
    readonly activatedOn: string | undefined;
  };
  /** The heading above its figures in People. */
  readonly peopleHeading: string;
  /** The figures of a comparison with an earlier export. */
  readonly comparedColumns: { readonly since: string; readonly before: string };
  /** The other headings in exports; `id` is that of exports of this product alone. */
  readonly exportHeadings: { readonly id: string; readonly ids: string; readonly total: string };
  readonly messages: {
    readonly statsFailed: string;
    /** The backend sent no list. */
    readonly unreadable: string;
    readonly roleMissing: string;
    /** For a removal without the role. */
    readonly accountMissing: string;
  };
  /** The names of its toasts in sessions, and in the audit log. */
  readonly toasts: {
    readonly unavailable: string;
    readonly roleMissing: string;
    readonly accountMissing: string;
    readonly removed: string;
    /** The backend confirmed the removal, but lists the item. */
    readonly stillListed: string;
    /** The item belongs to another person than its dialog said. */
    readonly reassigned: string;
    /** The ID is not in the administrator's own, freshly fetched list. */
    readonly notListed: string;
    /** The toast for a BackendError, and for any other error. */
    readonly callFailed: string;
    readonly failed: string;
    /** The session had ended. */
    readonly notDone: string;
  };
  readonly auditedAs: string;
  /** In Ask first: in the summary of its people, and in the subject and the text of the letter. */
  readonly asked: { readonly title: string; readonly subject: string; readonly text: string };
  /** The letter of an invitation. */
  readonly invitation: {
    readonly subject: string;
    readonly gift: string;
    readonly lastStep: (facts: InvitationFacts) => string;
    readonly closing: (facts: InvitationFacts) => string;
  };
}

/** What the letter of an invitation says besides. */
export interface InvitationFacts {
  /** The corporate code that claims a license. Cards need none. */
  readonly code?: string;
  /** Whether the company's leads reach another system. */
  readonly hasIntegration?: boolean;
}
