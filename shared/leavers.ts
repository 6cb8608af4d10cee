/** The names of the fields of the form for a list of people. */
export const leaversFields = { people: 'people', file: 'file', direction: 'direction' } as const;

/** Whether the people in a list have left, or may stay: then all others are looked for. */
export const peopleDirections = ['left', 'stay'] as const;

export type PeopleDirection = (typeof peopleDirections)[number];
