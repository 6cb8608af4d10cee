import type { InputHTMLAttributes } from 'react';

/** The field for the email address of a sign-in. */
export function EmailField(attributes: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <>
      <label htmlFor="email">Email Address</label>
      <input
        type="email"
        id="email"
        name="email"
        required
        autoComplete="email"
        placeholder="you@company.com"
        {...attributes}
      />
    </>
  );
}
