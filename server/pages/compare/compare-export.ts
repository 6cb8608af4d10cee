import { MEBIBYTE } from '../../../shared/units';
import { compareFields } from '../../../views/pages/ComparePage';
import { EXPORT_LIMIT_BYTES } from '../../comparisons/read-export';
import { redirect } from '../../http/reply';
import { entitiesOf } from '../../session/roles';
import { dayOf, dayOfName } from '../days';
import type { Load, SignedInHandler } from '../handler';
import { companyKeyOf, ownerOf } from '../record-owner';
import { fetchCurrentRows, type Problem } from './current-rows';
import { compareForm } from './page';
import { comparisonUrl } from './present';

/** How many characters of a file's name are stored. */
const NAME_LIMIT = 100;

/** POST /compare: compares an export with today and redirects to the comparison, or shows the form again (P340 to P344). */
export const compareExport: SignedInHandler = async (request, dependencies) => {
  const outcome = await compare(request, dependencies);
  if ('id' in outcome) return redirect(comparisonUrl(outcome.id));
  return compareForm(outcome.problem)(request, dependencies);
};

const compare: Load<{ readonly id: string } | Problem> = async (request, dependencies) => {
  const { workers, records, now } = dependencies;
  const file = request.files[compareFields.file];
  if (!file) return { problem: 'Choose an earlier export.' };
  const fileName = file.name.slice(0, NAME_LIMIT).toWellFormed();
  const notRead = (problem: string) => ({
    problem: `The file “${fileName}” could not be read: ${problem}. Choose another file.`,
  });
  if (!file.bytes) return notRead(`it is larger than ${EXPORT_LIMIT_BYTES / MEBIBYTE} MB`);
  const { userId } = request.administrator.context;
  const exported = await workers.readExport(file.bytes, userId);
  if ('problem' in exported) return notRead(exported.problem);
  const today = await fetchCurrentRows(request, exported, dependencies);
  if ('problem' in today) return today;
  const changes = await workers.compareWithToday({ exported, today }, userId);
  if ('problem' in changes) return notRead(changes.problem);
  const details = await request.details();
  const day = dayOfName(file.name);
  const id = await records.comparisons.put(ownerOf(request), {
    companyKey: companyKeyOf(request, details),
    entities: entitiesOf(details),
    fileName,
    // A day in the future is not when the file was exported.
    ...(day !== undefined && day <= dayOf(now()) && { day }),
    today: dayOf(now()),
    changes,
  });
  return { id };
};
