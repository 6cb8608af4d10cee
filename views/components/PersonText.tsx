interface Props {
  /** A name or an email address. */
  readonly text: string;
  readonly strong?: boolean;
}

/** A text that names a person, in its own writing direction. */
export function PersonText({ text, strong = false }: Props) {
  return <bdi className={strong ? 'long strong' : 'long'}>{text}</bdi>;
}
