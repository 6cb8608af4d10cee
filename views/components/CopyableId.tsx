import { Island } from '../Island';

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
      {id === '' ? null : <Island name="CopyButton" props={{ text: id, kind }} />}
    </span>
  );
}
