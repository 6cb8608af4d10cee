/** Texts of a list in which nobody was found. */
interface TextsNotRead {
  /** For instance '4 lines have no address'. */
  readonly summary: string;
  /** The first of them. */
  readonly texts: readonly string[];
  /** For instance 'and 12 more'. */
  readonly others: string | undefined;
}

export interface NotReadProps {
  readonly notRead: readonly TextsNotRead[];
}

/** The unread texts of a list, closed. */
export function NotRead({ notRead }: NotReadProps) {
  return notRead.map(({ summary, texts, others }) => (
    <details key={summary} className="without-address">
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
