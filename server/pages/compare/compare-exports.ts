import { compareFields } from '../../../views/pages/ComparePage';
import type { Side } from '../../comparisons/comparison';
import { exportFormats } from '../../comparisons/export-formats';
import { EXPORT_LIMIT_BYTES, type Export, recognizeExport } from '../../comparisons/read-export';
import type { Dependencies } from '../../dependencies';
import { redirect } from '../../http/reply';
import { MEBIBYTE } from '../../units';
import { dayOf, dayOfName, formatDay, isFuture, readDay } from '../days';
import type { SignedInHandler, SignedInRequest, Step } from '../handler';
import { companyOf, entitiesOf, ownerOf } from '../removals/owner';
import { fetchCurrentRows, type Refused } from './current-rows';
import { compareForm } from './page';
import { comparisonAddress, nouns } from './present';

/** How many characters of a file's name are stored. */
const NAME_LIMIT = 100;

/** POST /compare: compares the exports that were sent and leads to the comparison, or shows the form again (P340 to P344). */
export const compareExports: SignedInHandler = async (request, dependencies) => {
  const outcome = await compareFiles(request, dependencies);
  if ('id' in outcome) return redirect(comparisonAddress(outcome.id));
  const beforeDay = request.form[compareFields.beforeDay] ?? '';
  const afterDay = request.form[compareFields.afterDay] ?? '';
  return compareForm({ ...outcome, beforeDay, afterDay })(request, dependencies);
};

/** A file that was sent. */
interface SentExport extends Side, Pick<Export, 'kind' | 'counted'> {
  readonly label: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

const compareFiles: Step<{ readonly id: string } | Refused> = async (request, dependencies) => {
  const { workers, comparisons, now } = dependencies;
  const sent = readSide(request, 'before', dependencies);
  if (!sent) return { problem: 'Choose an earlier export.' };
  if ('problem' in sent) return sent;
  const other = readSide(request, 'after', dependencies);
  if (other && 'problem' in other) return other;
  const isSameList = !other || (other.kind === sent.kind && other.counted.join() === sent.counted.join());
  if (!isSameList) return { problem: differentLists(sent, other) };
  // The days say which one is the earlier.
  const isReversed = other?.day !== undefined && sent.day !== undefined && other.day < sent.day;
  const [before, later] = isReversed ? [other, sent] : [sent, other];

  const current = later ? [] : await fetchCurrentRows(request, before, dependencies);
  if ('problem' in current) return { problem: `${current.problem}. ${TRY_AGAIN}` };
  const changes = await workers.compareExports(
    { kind: before.kind, before: before.bytes, after: later ? { file: later.bytes } : { current } },
    request.administrator.context.userId,
  );
  if ('problem' in changes) {
    return notRead(changes.file === 'before' ? before : (later ?? before), changes.problem);
  }
  const details = await request.details();
  const id = await comparisons.put(ownerOf(request), {
    company: companyOf(request, details),
    entities: entitiesOf(details),
    before: sideOf(before),
    after: later ? sideOf(later) : { day: dayOf(now()) },
    changes,
  });
  return { id };
};

const sides = {
  before: { label: 'The earlier export', dayField: compareFields.beforeDay },
  after: { label: 'The later export', dayField: compareFields.afterDay },
} as const;

/** One of the files with its day; undefined if none was chosen. */
function readSide(
  { form, files }: SignedInRequest,
  side: keyof typeof sides,
  { now }: Pick<Dependencies, 'now'>,
): SentExport | Refused | undefined {
  const file = files[compareFields[side]];
  if (!file) return undefined;
  const { label, dayField } = sides[side];
  const sent = { label, fileName: file.name.slice(0, NAME_LIMIT).toWellFormed() };
  if (!file.bytes) return notRead(sent, `it is larger than ${EXPORT_LIMIT_BYTES / MEBIBYTE} MB`);
  const recognized = recognizeExport(file.bytes);
  if ('problem' in recognized) return notRead(sent, recognized.problem);

  const typed = form[dayField]?.trim() ?? '';
  const day = typed === '' ? dayOfName(file.name) : readDay(typed);
  if (typed !== '' && day === undefined) {
    return { problem: `“${typed.slice(0, 20)}” is not a day. Type it like ${dayOf(now())}. ${CHOOSE_AGAIN}` };
  }
  if (day !== undefined && isFuture(day, now())) {
    const where = typed === '' ? ` by the name of its file` : '';
    return {
      problem: `${label} is of ${formatDay(day)}${where}, which is in the future. Type the day on which it was made. ${CHOOSE_AGAIN}`,
    };
  }
  return { ...sent, ...recognized, bytes: file.bytes, ...(day !== undefined && { day }) };
}

const TRY_AGAIN = 'Choose the file again and retry.';
const CHOOSE_AGAIN = 'You also need to choose the file again.';

function notRead({ label, fileName }: { label: string; fileName: string }, problem: string): Refused {
  const name = fileName === '' ? '' : ` “${fileName}”`;
  return { problem: `${label}${name} could not be read: ${problem}. Choose another file.` };
}

function differentLists(a: SentExport, b: SentExport): string {
  if (a.kind === b.kind) {
    const [one, other] = [a, b].map(
      ({ fileName, counted }) => `“${fileName}” has ${counted.map(measure => nouns[measure]).join(' and ')}`,
    );
    return (
      `These exports of People are of different products: ${one}, ${other}. ` +
      'Choose two exports of administrators with the same products, or the exports of one product.'
    );
  }
  const [one, other] = [a, b].map(({ fileName, kind }) => `“${fileName}” is of ${exportFormats[kind].title}`);
  return `These exports are of different lists: ${one}, ${other}. Choose two of the same list.`;
}

function sideOf({ day, fileName }: SentExport): Side {
  return { fileName, ...(day !== undefined && { day }) };
}
