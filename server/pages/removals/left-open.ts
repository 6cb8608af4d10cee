import { PAGE_SIZE } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import type { LeftOpenProps } from '../../../views/components/LeftOpen';
import type { LeftOpen } from '../../removals/state';

/** The first people who are still open after a removal of leavers. */
export function presentLeftOpen(
  { notFound, notSelected }: LeftOpen = { notFound: [], notSelected: [] },
  othersAre: string,
): (LeftOpenProps & { readonly total: number }) | undefined {
  const total = notFound.length + notSelected.length;
  if (total === 0) return undefined;
  return {
    total,
    notFound: {
      count: notFound.length,
      rows: notFound.slice(0, PAGE_SIZE).map(({ email, near }) => ({
        email,
        near: near === undefined ? undefined : { email: near, href: withParameter(paths.people, 'q')(near) },
      })),
    },
    notSelected: { count: notSelected.length, rows: notSelected.slice(0, PAGE_SIZE) },
    othersAre,
  };
}
