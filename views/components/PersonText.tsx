import { paths, withParameter } from '../../shared/paths';

interface Props {
  readonly text: string;
}

/** A person's name, in its own text direction. */
export function PersonName({ text }: Props) {
  return (
    <bdi className="strong" title={text}>
      {text}
    </bdi>
  );
}

/** A job title, in its own text direction. */
export function JobTitle({ text }: Props) {
  return (
    <bdi className="muted" title={text}>
      {text}
    </bdi>
  );
}

/** The two parts between which an email address may break. */
export interface EmailParts {
  readonly local: string;
  readonly domain: string;
  /** Whether one of them may be wider than a phone. */
  readonly isLong: boolean;
}

/** An email address, which is always left-to-right. */
export function EmailAddress({ local, domain, isLong }: EmailParts) {
  return (
    <bdi dir="ltr" title={isLong ? local + domain : undefined}>
      {local}
      <wbr />
      {domain}
    </bdi>
  );
}

/** An email address that links to the person in People (P400); plain text if it is empty. */
export function PersonLink(email: EmailParts) {
  const { local, domain, isLong } = email;
  if (local === '' && domain === '') return <EmailAddress {...email} />;
  return (
    <a
      dir="ltr"
      href={withParameter(paths.people, 'q', local) + encodeURIComponent(domain.toWellFormed())}
      title={isLong ? local + domain : undefined}
    >
      {local}
      <wbr />
      {domain}
    </a>
  );
}

/** A name or an email address outside of tables with templates. An address may break before its @. */
export function PersonText({ text }: Props) {
  const [start, ...rest] = text.split(/(?=@)/);
  return (
    <bdi translate="no" dir={rest.length > 0 ? 'ltr' : undefined} title={text}>
      {start}
      <wbr />
      {rest.join('')}
    </bdi>
  );
}
