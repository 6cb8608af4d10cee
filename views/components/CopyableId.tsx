import { CopyButton } from './CopyButton';

interface Props {
  readonly id: string;
  /** The kind of ID, for screen readers. */
  readonly kind: string;
}

/** An ID with a button that copies it. */
export function CopyableId({ id, kind }: Props) {
  return (
    <>
      <code>{id}</code>
      {id === '' ? null : <CopyButton text={id} kind={kind} />}
    </>
  );
}
