import { toContent } from '../../../shared/paths';
import type { Administrator } from '../../backends/call';
import { PERHAPS_LISTED } from '../../compare/compare-list';
import { redirect } from '../../http/reply';
import { textAt, textColumn } from '../../lists/columns';
import { itemKey, type RemovalItem, unescapeId } from '../../removals/items';
import { divideReview, peopleOf, personKey } from '../../removals/people';
import type { Review } from '../../removals/state';
import { emailKey } from '../../text/email-address';
import { collectTexts, NAMED_LIMIT, NO_TEXTS } from '../../text/first-texts';
import type { Workers } from '../../workers/workers';
import { requiring } from '../handler';
import { listProblem } from '../people-list/list-problem';
import { cutLines } from '../people-list/present-line';
import { ownerOf } from '../record-owner';
import { isRepeatable } from '../repeatable';
import { openReview } from './open-review';
import { groupPeople, lastTextNotes, reviewGroups, reviewPageUrl } from './present-review';

/**
 * POST /removals/review/leave-out?review=…: leaves out one person of a review, or everyone who is in a text, or puts them
 * back, and redirects to the review (P373).
 */
export const leaveOut = requiring('role', async (request, dependencies) => {
  const { form, query, administrator } = request;
  const { person, people: text = '' } = form;
  const toReview = reviewPageUrl(query);
  const isBack = form.back === '1';
  const { opened } = await openReview(request, dependencies);
  const tooLate = redirect(toContent(toReview), { toast: ['nobodyLeftOut'] });
  if (opened.state === 'used') return tooLate;
  if (opened.state !== 'open') return redirect(toContent(toReview));
  const read =
    isBack || person !== undefined
      ? undefined
      : await readReplies(text, opened.review, administrator, dependencies.workers);
  const change = (review: Review) =>
    read ? withoutPeople(review, read) : movePerson(review, person, isBack);
  const updated = await dependencies.removals.reviews.update(ownerOf(request), query.review, review =>
    review.job === undefined ? change(review) : review,
  );
  if (updated?.job !== undefined) return tooLate;
  const { kept, out } = divideReview(updated ?? opened.review);
  const groups = groupPeople(kept, out);
  // Its last person may just have left it.
  const group = reviewGroups.find(each => each === (read ? 'out' : form.group) && groups[each].length > 0);
  if (read?.lastText.problem) return redirect(`${toReview}#leave-out`);
  if (read && lastTextNotes(read).length > 0) return redirect(`${toReview}#left-out`);
  return redirect(group ? `${toReview}#${group}` : toContent(toReview));
});

/** Leaves out the person who has this item, or puts them back; without an item, everyone. */
function movePerson(review: Review, sentKey: string | undefined, isBack: boolean): Review {
  if (sentKey === undefined) return { ...review, leftOut: [], lastText: undefined };
  const named = review.items.find(item => itemKey(item) === unescapeId(sentKey));
  const isNamed = (item: RemovalItem) => named !== undefined && personKey(item) === personKey(named);
  const moved = withLeftOut(review, (item, wasOut) => (isNamed(item) ? !isBack : wasOut));
  // The last text may have named whoever is back.
  return isBack ? { ...moved, lastText: undefined } : moved;
}

function withLeftOut(review: Review, isOut: (item: RemovalItem, wasOut: boolean) => boolean): Review {
  const before = new Set(review.leftOut);
  const leftOut = review.items.filter(item => isOut(item, before.has(itemKey(item)))).map(itemKey);
  return { ...review, leftOut };
}

interface ReadReplies {
  /** Everyone who is in the text, or perhaps in it (`emailKey`). */
  readonly people: ReadonlySet<string>;
  readonly lastText: NonNullable<Review['lastText']>;
}

const NOBODY = 'Nobody of this review is in the text, so nobody was left out.';

/** Finds the people of a review in a text. A wrong match is harmless: it only leaves somebody out. */
async function readReplies(
  text: string,
  { items }: Review,
  { email: ownEmail, context: { userId } }: Administrator,
  { readList, compareList }: Workers,
): Promise<ReadReplies> {
  const reviewed = peopleOf(items);
  const people = {
    emails: textColumn(reviewed.map(({ email }) => email)),
    names: textColumn(reviewed.map(({ name }) => name)),
  };
  const nobody = {
    problem: NOBODY,
    text: isRepeatable(text) ? text : '',
    notReviewed: NO_TEXTS,
    perhaps: NO_TEXTS,
    notAddresses: NO_TEXTS,
  };
  const list = await readList({ text, people }, userId);
  if ('refused' in list) {
    const isRead = list.refused === 'no address';
    const said = isRead ? { notAddresses: list.words } : { problem: listProblem(list, 'text') };
    return { people: new Set(), lastText: { ...nobody, ...said } };
  }
  const compared = await compareList({ content: list.content, people, ownEmail }, userId);
  const { counts, texts } = compared.people;
  const found = reviewed.flatMap(({ email, name }, row) => {
    const line = texts.line ? textAt(texts.line, row) : '';
    const inList = counts.inList?.[row];
    return inList ? { email, name, line, isPerhaps: inList === PERHAPS_LISTED } : [];
  });
  const [notReviewed, perhaps] = [collectTexts(), collectTexts()];
  for (let row = 0; row < compared.others.length; row++)
    if (compared.others.texts.email) notReviewed.add(textAt(compared.others.texts.email, row));
  const named = found.filter(({ isPerhaps }) => isPerhaps);
  // The others are only counted, because cutting a line takes up to a millisecond.
  for (const person of named.slice(0, NAMED_LIMIT)) perhaps.add(`${person.email} (“${cutLines(person)[0]}”)`);
  perhaps.addAll({ texts: [], count: Math.max(0, named.length - NAMED_LIMIT) });
  return {
    people: new Set(found.map(({ email }) => emailKey(email))),
    lastText: {
      ...nobody,
      ...(found.length > 0 && { problem: '', text: '' }),
      notReviewed: notReviewed.texts(),
      perhaps: perhaps.texts(),
      notAddresses: compared.notAddresses,
    },
  };
}

function withoutPeople(review: Review, { people, lastText }: ReadReplies): Review {
  return { ...withLeftOut(review, ({ email }, wasOut) => wasOut || people.has(emailKey(email))), lastText };
}
