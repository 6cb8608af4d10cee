/** A hint about unused licenses, with a link to their list. */
export interface IdleContent {
  readonly href: string;
  /** The number of unused licenses. */
  readonly found: string;
  /** Shown next to the request for more licenses; undefined if many are available. */
  readonly advice: string | undefined;
}

/** A sentence with a link to the licenses or cards without activity. */
export function IdleNote({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <p className="idle-note">
      <a href={href}>{text}</a>
    </p>
  );
}
