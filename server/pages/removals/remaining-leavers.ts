import { PAGE_SIZE } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import type { RemainingLeaversProps } from '../../../views/components/RemainingLeavers';
import type { RemainingLeavers } from '../../removals/state';

/** The first people who are still open after a removal of leavers. */
export function presentRemainingLeavers(
  { notFound, notSelected }: RemainingLeavers = { notFound: [], notSelected: [] },
  othersAre: string,
): (RemainingLeaversProps & { readonly total: number }) | undefined {
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
