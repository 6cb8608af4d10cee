import { Island } from '../Island';

interface PlainIdProps {
  readonly id: string;
}

/** An ID. */
export function PlainId({ id }: PlainIdProps) {
  return <code title={id}>{id}</code>;
}

interface Props extends PlainIdProps {
  /** The kind of ID, for screen readers. */
  readonly kind: string;
}

/** An ID with a button that copies it. */
export function CopyableId({ id, kind }: Props) {
  return (
    <span className="copyable">
      <PlainId id={id} />
      {id === '' ? null : <Island name="CopyButton" props={{ text: id, kind }} />}
    </span>
  );
}
