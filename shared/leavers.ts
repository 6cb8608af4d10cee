/** The names of the fields of the form for a list of people. */
export const leaversFields = { people: 'people', file: 'file', listOf: 'direction' } as const;

/** Whether a list names people who have left, or current staff: then everybody else is looked for. */
export const listSubjects = ['left', 'stay'] as const;

export type ListSubject = (typeof listSubjects)[number];
