import { CopyButton } from './CopyButton';

/** An ID with a button that copies it. */
export function CopyableId({ id }: { readonly id: string }) {
  return (
    <>
      <code>{id}</code> {id === '' ? null : <CopyButton kind={id} />}
    </>
  );
}
