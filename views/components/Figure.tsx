export interface FigureProps {
  readonly text: string;
  /** Shown before the figure, such as “Never used”. */
  readonly note?: string | undefined;
  /** The length of the bar that compares the figure with the largest, as a percentage. */
  readonly bar?: string;
}

/** A figure in a list, with a small bar if there are figures to compare. */
export function Figure({ text, note, bar }: FigureProps) {
  if (bar === undefined && note === undefined) return text;
  return (
    <span className="figure">
      {bar === undefined ? null : <Bar width={bar} />}
      {note === undefined ? null : <span className="figure-note">{`${note} `}</span>}
      {text}
    </span>
  );
}

/** A bar next to a figure, which has the same information. */
export function Bar({ width }: { readonly width: string }) {
  return (
    <svg className="bar" aria-hidden="true" height="8">
      <rect width={width} height="8" rx="4" />
    </svg>
  );
}
