/** The names of the fields of the form for a list of people. */
export const leaversFields = { people: 'people', file: 'file', listOf: 'direction' } as const;

/** Whether the people in a list have left, or may stay: then all others are looked for. */
export const listSubjects = ['left', 'stay'] as const;

export type ListSubject = (typeof listSubjects)[number];
