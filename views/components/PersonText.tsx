interface Props {
  readonly text: string;
}

/** The name of a person, in its own writing direction. */
export function PersonName({ text }: Props) {
  return (
    <bdi className="long strong" title={text}>
      {text}
    </bdi>
  );
}

/** An email address, which reads from left to right in every script. */
export function EmailAddress({ text }: Props) {
  return (
    <bdi className="long" dir="ltr" title={text}>
      {text}
    </bdi>
  );
}
