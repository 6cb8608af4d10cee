import { KIBIBYTE, MEBIBYTE } from '../../../shared/units';
import { compareFields } from '../../../views/pages/ComparePage';
import { EXPORT_LIMIT_BYTES } from '../../comparisons/read-export';
import { formWithFiles } from '../../http/read-form';
import { redirect } from '../../http/reply';
import { entitiesOf } from '../../session/roles';
import { dayOf, dayOfName, readDay } from '../days';
import { type Load, requiring } from '../handler';
import { ownerOf } from '../record-owner';
import { fetchCurrentRows } from './current-rows';
import { compareForm } from './page';
import { comparisonUrl, type FormProblem } from './present';

/** How many characters of a file's name are stored. */
const NAME_LIMIT = 100;

/** Asks for the day of an export whose name has none. */
function askForDay(fileName: string): FormProblem {
  return {
    needsDay: true,
    problem: `When was “${fileName}” exported? Its name has no date, or only a future one. Enter the day, and choose the file again.`,
  };
}

export const exportForm = formWithFiles({
  files: [compareFields.file],
  fileLimitBytes: EXPORT_LIMIT_BYTES,
  fields: [compareFields.day],
  fieldLimitBytes: KIBIBYTE,
});

/** POST /compare: compares an export with today and redirects to the comparison, or shows the form again (P340 to P344). */
export const compareExport = requiring('role', async (request, dependencies) => {
  const outcome = await compare(request, dependencies);
  if ('id' in outcome) return redirect(comparisonUrl(outcome.id));
  return compareForm(outcome)(request, dependencies);
});

const compare: Load<{ readonly id: string } | FormProblem> = async (request, dependencies) => {
  const { workers, records } = dependencies;
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
  const now = dayOf(dependencies.now());
  const day = readDay(request.form[compareFields.day] ?? '') ?? dayOfName(file.name);
  if (day === undefined || day > now) return askForDay(fileName);
  const days = { exported: day, today: now };
  const today = await fetchCurrentRows(request, exported, dependencies);
  if ('problem' in today) return today;
  const changes = await workers.compareWithToday({ exported, today, days }, userId);
  if ('problem' in changes) return notRead(changes.problem);
  const details = await request.details();
  const id = await records.comparisons.put(ownerOf(request), {
    entities: entitiesOf(details),
    fileName,
    days,
    changes,
  });
  return { id };
};
