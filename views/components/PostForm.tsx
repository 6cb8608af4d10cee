import type { ReactNode } from 'react';

interface Props {
  readonly action: string;
  /** Marks this rendering of the form: posted twice, it is done once. */
  readonly once?: string;
  readonly className?: string;
  /** Sent by a script as soon as the page is shown. */
  readonly autoSubmit?: boolean;
  readonly children: ReactNode;
}

/** A form that changes something. */
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
