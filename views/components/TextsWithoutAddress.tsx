export interface TextsWithoutAddressProps {
  /** For instance '4 lines have no address'. */
  readonly summary: string;
  /** The first of them. */
  readonly texts: readonly string[];
  /** For instance 'and 12 more'. */
  readonly others: string | undefined;
}

/** The lines of a list in which nobody was found, closed. */
export function TextsWithoutAddress({ summary, texts, others }: TextsWithoutAddressProps) {
  return (
    <details className="without-address">
      <summary>{summary}</summary>
      <ul>
        {texts.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {others === undefined ? null : <p className="hint">{others}</p>}
    </details>
  );
}
