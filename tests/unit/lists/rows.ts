import { textAt } from '../../../server/lists/columns';
import type { Rows } from '../../../server/lists/list';
import type { Block } from '../../../server/lists/table';

export function readRows<Row>(rows: Rows<Row>, names: readonly string[]): Record<string, string | number>[] {
  return readBlocks(rows, names).flatMap(block =>
    Array.from({ length: block.length }, (_, row) => rowOf(block, names, row)),
  );
}

export function readBlocks<Row>(rows: Rows<Row>, names: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (let from = 0; from < rows.length; ) {
    const block = rows.block(names, from);
    if (block.length === 0) throw new Error(`There is nothing after row ${from}`);
    blocks.push(block);
    from += block.length;
  }
  return blocks;
}

function rowOf({ columns }: Block, names: readonly string[], row: number): Record<string, string | number> {
  const cells = columns.map((column, index) => [
    names[index],
    'joined' in column ? textAt(column, row) : (column[row] ?? 0),
  ]);
  return Object.fromEntries(cells);
}
