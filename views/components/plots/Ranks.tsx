import { Bar } from '../Figure';
import { PersonText } from '../PersonText';
import { PlotHead, type PlotTitle } from './PlotHead';

export interface RanksProps extends PlotTitle {
  readonly ranks: readonly {
    readonly id: string;
    readonly name: string;
    readonly count: string;
    /** The length of the bar, as a percentage of the largest. */
    readonly width: string;
  }[];
}

/** The largest counts, with bars that compare them. */
export function Ranks({ ranks, ...head }: RanksProps) {
  return (
    <>
      <PlotHead {...head} />
      <ol className="ranks">
        {ranks.map(({ id, name, count, width }) => (
          <li key={id}>
            <PersonText text={name} /> <Bar width={width} /> <strong>{count}</strong>
          </li>
        ))}
      </ol>
    </>
  );
}
