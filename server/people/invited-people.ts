import * as v from 'valibot';

/** A text with the addresses of people to invite, as an administrator has pasted it. */
export const invitedPeopleSchema = v.object({
  text: v.string(),
});

export type InvitedPeople = Readonly<v.InferOutput<typeof invitedPeopleSchema>>;
