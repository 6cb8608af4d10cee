export interface FigureProps {
  readonly text: string;
  readonly isZero?: boolean;
  /** Shown before the figure, such as “2 licenses”, so that the figures of a column stay aligned. There is no room for a bar. */
  readonly note?: string | undefined;
  /** Says in the place of a bar since when there is nothing to compare. There is no room for it in narrow windows. */
  readonly age?: string | undefined;
  /** The length of the bar that compares the figure with the largest, as a percentage. */
  readonly bar?: string;
}

/** A figure in a list, with a small bar if there are figures to compare. */
export function Figure({ text, isZero, note, age, bar }: FigureProps) {
  // The space divides the rest of the cell.
  const end = isZero ? <span className="zero">{` ${text}`}</span> : ` ${text}`;
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
        {end}
      </>
    );
  }
  if (bar === undefined) return isZero ? end : text;
  return (
    <>
      <Bar width={bar} />
      {end}
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
