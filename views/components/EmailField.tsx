import type { InputHTMLAttributes } from 'react';

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
