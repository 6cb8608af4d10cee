import { leaversFields } from '../../../shared/leavers';
import type { Dependencies } from '../../dependencies';
import type { Answer } from '../../people/answer';
import type { PeopleInput } from '../../people/recognize';
import type { SignedInRequest, Step } from '../handler';

/** Finds the people in the text and the file of the form about leavers, or the reason why they are not read (P260, P265). */
export const readPeople: Step<Answer['found']> = async (request, dependencies) => {
  const file = request.files[leaversFields.file];
  if (file && !file.bytes) return { refused: 'file too large' };
  if (file?.bytes?.length === 0) return { refused: 'file empty' };
  const text = request.form[leaversFields.people] ?? '';
  const ownEmail = request.administrator.email;
  return findPeople(request, { text, file: file?.bytes, ownEmail }, dependencies);
};

/** Finds the people in a text or a file, or the reason why there are none. */
export async function findPeople(
  { administrator }: SignedInRequest,
  input: Omit<PeopleInput, 'now'>,
  { workers, now }: Dependencies,
): Promise<Answer['found']> {
  if (input.text.trim() === '' && !input.file) return { refused: 'nothing sent' };
  const found = await workers.recognizePeople({ ...input, now: now() }, administrator.context.userId);
  return 'refused' in found || found.addresses.length > 0 ? found : { refused: 'no address' };
}
