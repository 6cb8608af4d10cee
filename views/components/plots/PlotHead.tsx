export interface PlotTitle {
  readonly title: string;
  /** Says what is shown, for instance “Leads, last 30 days”. */
  readonly caption: string;
}

/** The heading of a plot in a card. */
export function PlotHead({ title, caption }: PlotTitle) {
  return (
    <div className="plot-head">
      <h3>{title}</h3>
      <p className="hint">{caption}</p>
    </div>
  );
}
