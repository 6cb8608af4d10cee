export interface FigureProps {
  readonly text: string;
  /** Shown before the figure, such as “2 licenses”, so that the figures of a column stay aligned. There is no room for a bar. */
  readonly note?: string | undefined;
  /** Says in the place of a bar since when there is nothing to compare. There is no room for it in narrow windows. */
  readonly age?: string | undefined;
  /** The length of the bar that compares the figure with the largest, as a percentage. */
  readonly bar?: string;
}

/** A figure in a list, with a small bar if there are figures to compare. */
export function Figure({ text, note, age, bar }: FigureProps) {
  if (note !== undefined) {
    return (
      <span>
        <span className="hint">{note}</span>
        {` ${text}`}
      </span>
    );
  }
  if (age !== undefined) {
    return (
      <>
        <small className="age">{age}</small>
        {` ${text}`}
      </>
    );
  }
  if (bar === undefined) return text;
  return (
    <>
      <Bar width={bar} />
      {/* The space divides the rest of the cell. */}
      {` ${text}`}
    </>
  );
}

/** A bar next to a figure, which has the same information. */
export function Bar({ width }: { readonly width: string }) {
  return (
    <svg className="bar" aria-hidden="true">
      <rect width={width} />
    </svg>
  );
}
