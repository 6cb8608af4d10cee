import { CopyButton } from './CopyButton';

export function CopyableId({ id }: { readonly id: string }) {
  return (
    <>
      <code>{id}</code> {id === '' ? null : <CopyButton kind={id} />}
    </>
  );
}
