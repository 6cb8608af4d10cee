import { textAt } from '../../../server/lists/columns';
import type { Rows } from '../../../server/lists/list';
import type { Block } from '../../../server/lists/table';

/** Returns all rows with these fields, read block by block. */
export function readRows<Row, Key extends keyof Row & string>(
  rows: Rows<Row>,
  keys: readonly Key[],
): Record<string, string | number>[] {
  return readBlocks(rows, keys).flatMap(block =>
    Array.from({ length: block.length }, (_, row) => rowOf(block, row)),
  );
}

/** Returns the blocks in which rows are read. */
export function readBlocks<Row, Key extends keyof Row & string>(
  rows: Rows<Row>,
  keys: readonly Key[],
): Block<Key>[] {
  const blocks: Block<Key>[] = [];
  for (let from = 0; from < rows.length; ) {
    const block = rows.block(keys, from);
    if (block.length === 0) throw new Error(`There is nothing after row ${from}`);
    blocks.push(block);
    from += block.length;
  }
  return blocks;
}

function rowOf({ columns }: Block, row: number): Record<string, string | number> {
  const cells = Object.entries(columns).map(([key, column]) => [
    key,
    'joined' in column ? textAt(column, row) : (column[row] ?? 0),
  ]);
  return Object.fromEntries(cells);
}
