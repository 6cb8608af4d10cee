import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Rows } from './list';

/** How many rows are read in one turn of the event loop: 100,000 at once would block other requests. */
const ROWS_PER_TURN = 2000;

/** The rows, in parts that are read in a turn of the event loop each. */
export async function* inTurns<Row>(
  rows: Pick<Rows<Row>, 'length' | 'at'> | readonly Row[],
  rowsPerTurn = ROWS_PER_TURN,
) {
  for (let from = 0; from < rows.length; from += rowsPerTurn) {
    await nextTurn();
    const length = Math.min(rowsPerTurn, rows.length - from);
    yield Array.from({ length }, (_, index) => rows.at(from + index) as Row);
  }
}
