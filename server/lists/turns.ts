/** Does so many pieces of work at a time; the others wait their turn, in the order in which they came. */
export function createTurns(most: number) {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (underWay < most) underWay++;
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay--;
    }
  };
}
