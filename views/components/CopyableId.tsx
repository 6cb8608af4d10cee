import { Island } from '../Island';

interface Props {
  readonly id: string;
  /** The kind of ID, for screen readers. */
  readonly kind: string;
}

/** An ID with a button that copies it. */
export function CopyableId({ id, kind }: Props) {
  return (
    <span className="copyable">
      <code title={id}>{id}</code>
      {id === '' ? null : <Island name="CopyButton" props={{ text: id, kind }} />}
    </span>
  );
}
