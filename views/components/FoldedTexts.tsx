/** Texts that are shown behind their number. */
export interface TextGroup {
  /** For instance '4 lines have no address'. */
  readonly summary: string;
  /** The first of them. */
  readonly texts: readonly string[];
  /** For instance 'and 12 more'. */
  readonly others: string | undefined;
}

/** Groups of texts, closed. */
export function FoldedTexts({ groups }: { readonly groups: readonly TextGroup[] }) {
  return groups.map(({ summary, texts, others }) => (
    <details key={summary} className="folded-texts">
      <summary>{summary}</summary>
      <ul>
        {texts.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {others === undefined ? null : <p className="hint">{others}</p>}
    </details>
  ));
}
