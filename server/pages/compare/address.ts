import { paths, withParameter } from '../../../shared/paths';

/** The URL of a comparison. */
export function comparisonAddress(id: string): string {
  return withParameter(paths.compare, 'comparison')(id);
}
