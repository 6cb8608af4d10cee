/**
 * The attributes of a field that needs a correction; its message has this ID. It gets the focus, even without JavaScript, but
 * only at a URL without a fragment (P316).
 */
export const invalidField = { autoFocus: true, 'aria-invalid': true, 'aria-describedby': 'problem' } as const;
