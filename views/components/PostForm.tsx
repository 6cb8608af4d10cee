import type { ReactNode } from 'react';

interface Props {
  readonly action: string;
  /** The key by which repeated submissions of this form are deduplicated. */
  readonly once?: string;
  readonly className?: string;
  /** Whether a script submits the form when the page loads. */
  readonly autoSubmit?: boolean;
  readonly children: ReactNode;
}

/** A form that sends a POST request. */
export function PostForm({ action, once, className, autoSubmit, children }: Props) {
  return (
    <form
      method="post"
      action={action}
      className={className}
      data-busy-form=""
      data-auto-submit={autoSubmit ? '' : undefined}
    >
      {once === undefined ? null : <input type="hidden" name="once" value={once} />}
      {children}
    </form>
  );
}
