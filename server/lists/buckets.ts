/** How many buckets a histogram has at most, without the one for 0. */
const MAX_BUCKETS = 5;

/** The bounds at which the buckets of a histogram begin: 0, 1, and round numbers up to the largest count. */
export function bucketStarts(largest: number): readonly number[] {
  const round: number[] = [];
  for (let scale = 1; scale <= largest; scale *= 10) round.push(5 * scale, 10 * scale, 20 * scale);
  return [0, 1, ...round.filter(start => start <= largest).slice(1 - MAX_BUCKETS)];
}
