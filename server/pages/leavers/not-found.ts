import { redirect } from '../../http/reply';
import { withDownloadLine } from '../audit-line';
import { requiring } from '../handler';
import { exportTexts } from '../lists/export';
import type { Missing } from '../people-list/find-people';
import { leaversUrl } from '../product/removal-urls';
import { openResult } from './open-result';

/** The name of the file, in it and in the audit log. */
const NOT_FOUND = 'leavers-not-found';

/** GET /leavers/not-found.csv?result=…: the addresses of a list that nobody has. */
export const leaversNotFound = requiring('role', (request, dependencies) =>
  withDownloadLine(request, dependencies, { item: NOT_FOUND }, async () => {
    const opening = await openResult(request, dependencies);
    if (typeof opening === 'string') return redirect(leaversUrl(request.query), { status: 302 });
    const content = {
      name: NOT_FOUND,
      rows: 'address(es)',
      texts: {
        email: ({ email }: Missing) => email,
        perhaps: ({ near }: Missing) => near?.email ?? '',
      },
    };
    return exportTexts(request, dependencies, opening.matches.missing, content);
  }),
);
