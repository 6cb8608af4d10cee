/** The slot of the live region of a page that is streamed. */
export const ANNOUNCEMENT_SLOT = 'announcement';

/** A message for screen readers. It fills the live region of a page that is streamed. */
export function Announcement({ text }: { readonly text: string }) {
  return (
    <p className="visually-hidden" slot={ANNOUNCEMENT_SLOT}>
      {text}
    </p>
  );
}
