import { CopyButton } from '../../client/islands/CopyButton';

interface Props {
  readonly id: string;
  /** What kind of id it is, for screen readers. */
  readonly kind: string;
}

/** An id and a button that copies it. */
export function CopyableId({ id, kind }: Props) {
  return (
    <span className="copyable">
      <code title={id}>{id}</code>
      {id === '' ? null : <CopyButton text={id} name={`${kind} ${id}`} />}
    </span>
  );
}
