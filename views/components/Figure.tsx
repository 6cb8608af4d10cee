/** The maximum length of the bar next to a figure, in pixels. */
export const BAR_WIDTH = 64;

export interface FigureProps {
  readonly text: string;
  /** Shown before the figure, such as “Never used”. */
  readonly note?: string | undefined;
  /** The start and length of the bar that compares the figure with the largest, in pixels. */
  readonly bar?: { readonly start: string; readonly length: string };
}

/** A figure in a list, with a small bar if there are figures to compare. */
export function Figure({ text, note, bar }: FigureProps) {
  if (bar === undefined && note === undefined) return text;
  return (
    <span className="figure">
      {bar === undefined ? null : (
        <svg className="bar" aria-hidden="true" width={BAR_WIDTH} height="6">
          <rect x={bar.start} width={bar.length} height="6" rx="3" />
        </svg>
      )}
      {note === undefined ? null : <span className="figure-note">{`${note} `}</span>}
      {text}
    </span>
  );
}
