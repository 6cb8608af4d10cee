/** What is said of licenses that nobody uses, and where they are listed. */
export interface IdleContent {
  readonly href: string;
  /** How many there are. */
  readonly found: string;
  /** Said before more licenses are requested; undefined while plenty are available. */
  readonly advice: string | undefined;
}

/** A quiet sentence that leads to the licenses or cards without activity. */
export function IdleNote({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <p className="idle-note">
      <a href={href}>{text}</a>
    </p>
  );
}
