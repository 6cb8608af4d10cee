interface Props {
  readonly text: string;
}

/** A person's name, in its own text direction. */
export function PersonName({ text }: Props) {
  return (
    <bdi className="long strong" title={text}>
      {text}
    </bdi>
  );
}

/** A job title, in its own text direction. */
export function JobTitle({ text }: Props) {
  return (
    <bdi className="short muted" title={text}>
      {text}
    </bdi>
  );
}

/** An email address, which is always left-to-right. */
export function EmailAddress({ text }: Props) {
  return (
    <bdi className="long" dir="ltr" title={text}>
      {text}
    </bdi>
  );
}
