import { SymbolIcon } from '../../client/Icon';

/** Texts that are listed when their number is opened. */
export interface TextGroup {
  /** For example: '4 lines have no address'. */
  readonly summary: string;
  /** For links to it. */
  readonly id?: string;
  readonly texts: readonly string[];
  /** For example: 'and 12 more'. */
  readonly others: string | undefined;
}

interface FoldedTextsProps {
  readonly groups: readonly TextGroup[];
}

/** Groups of texts, closed. */
export function FoldedTexts({ groups }: FoldedTextsProps) {
  return groups.map(({ summary, id, texts, others }) => (
    <details key={summary} id={id}>
      <summary>
        <SymbolIcon name="chevron" />
        {summary}
      </summary>
      <ul>
        {texts.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {others === undefined ? null : <p className="hint">{others}</p>}
    </details>
  ));
}
