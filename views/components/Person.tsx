import { EmailAddress, type EmailParts, JobTitle, PersonName } from './PersonText';

export interface PersonProps {
  /** Up to two letters. */
  readonly initials: string;
  /** For a person without a name, the part of the address before the @. */
  readonly displayName: string;
  /** Empty if it is not known. */
  readonly jobTitle: string;
  readonly email: EmailParts;
  /** Follows the address, such as “License activated 15 months ago”. */
  readonly note?: string | undefined;
}

/** A person with initials, name and job title, above the email address. */
export function Person({ initials, displayName, jobTitle, email, note }: PersonProps) {
  return (
    <span className="someone" translate="no">
      <span className="initials" aria-hidden="true">
        {initials}
      </span>{' '}
      <span>
        <span>
          <PersonName text={displayName} /> {jobTitle === '' ? null : <JobTitle text={jobTitle} />}
        </span>{' '}
        <small>
          <EmailAddress {...email} />
          {note === undefined ? null : ` · ${note}`}
        </small>
      </span>
    </span>
  );
}
