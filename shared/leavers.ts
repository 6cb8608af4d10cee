/** The field names of the form for a list of people. */
export const leaversFields = { people: 'people', file: 'file', list: 'list' } as const;

/** Whether a list names people who have left, or current staff. For current staff, everybody else is found. */
export const listSubjects = ['left', 'stay'] as const;

export type ListSubject = (typeof listSubjects)[number];
