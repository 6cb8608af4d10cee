import { type RowProps, Rows } from '../rendering';
import { CopyableId } from './CopyableId';

interface Props {
  readonly rows: readonly { readonly id: string }[];
  /** The kind of IDs, for screen readers. */
  readonly kind: string;
}

/** IDs, each with a button that copies it. */
export function IdList({ rows, kind }: Props) {
  return <Rows as="ul" className="id-list" rows={rows.map(({ id }) => ({ id, kind }))} component={IdItem} />;
}

/** One ID in the list. */
export function IdItem({ row }: RowProps<{ readonly id: string; readonly kind: string }>) {
  return (
    <li>
      <CopyableId {...row} />
    </li>
  );
}
