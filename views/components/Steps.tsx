import { Check } from 'lucide-react';
import { Icon } from '../../client/Icon';

const steps = ['Choose', 'Review', 'Removal'] as const;

interface Props {
  /** Undefined when all are done. */
  readonly current: (typeof steps)[number] | undefined;
}

/** The steps of a removal. */
export function Steps({ current }: Props) {
  const position = current === undefined ? steps.length : steps.indexOf(current);
  return (
    <ol className="steps" aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < position ? 'done' : undefined}
          aria-current={index === position ? 'step' : undefined}
        >
          {index < position ? <Icon shape={Check} size={24} /> : null}
          {step}
        </li>
      ))}
    </ol>
  );
}
