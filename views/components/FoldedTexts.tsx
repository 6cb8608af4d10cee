/** Texts that are listed when their number is opened. */
export interface TextGroup {
  /** For example: '4 lines have no address'. */
  readonly summary: string;
  readonly texts: readonly string[];
  /** For example: 'and 12 more'. */
  readonly others: string | undefined;
}

interface FoldedTextsProps {
  readonly id?: string;
  readonly groups: readonly TextGroup[];
}

/** Groups of texts, closed. */
export function FoldedTexts({ id, groups }: FoldedTextsProps) {
  return groups.map(({ summary, texts, others }, index) => (
    <details key={summary} id={index === 0 ? id : undefined} className="folded-texts">
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
