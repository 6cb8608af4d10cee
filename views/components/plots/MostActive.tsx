import { Bar } from '../Figure';

export interface MostActiveProps {
  readonly title: string;
  /** Names the count, such as “Leads, last 30 days”. */
  readonly caption: string;
  readonly people: readonly {
    readonly id: string;
    readonly name: string;
    /** The whole email address. */
    readonly title: string;
    readonly count: string;
    /** The length of the bar, as a percentage of the largest. */
    readonly width: string;
  }[];
}

/** The people with the most activity, each with a bar that compares the counts. */
export function MostActive({ title, caption, people }: MostActiveProps) {
  return (
    <div className="columns most-active">
      <h3>
        {title} <small>{caption}</small>
      </h3>
      <ol>
        {people.map(({ id, name, count, width, ...person }) => (
          <li key={id}>
            <bdi translate="no" title={person.title}>
              {name}
            </bdi>{' '}
            <strong>{count}</strong>
            <Bar width={width} />
          </li>
        ))}
      </ol>
    </div>
  );
}
