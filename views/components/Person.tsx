import { EmailAddress, type EmailParts, JobTitle, PersonName } from './PersonText';

export interface PersonProps {
  /** Up to two letters. */
  readonly initials: string;
  /** Empty if it is not known: a mailbox is no name. */
  readonly name: string;
  /** Empty if it is not known. */
  readonly jobTitle: string;
  readonly email: EmailParts;
  /** Follows the address, such as “License activated 15 months ago”. */
  readonly note?: string | undefined;
}

/** A person with initials, name and job title above the email address, or with the address alone. */
export function Person({ initials, name, jobTitle, email, note }: PersonProps) {
  return (
    <span className="someone" translate="no">
      <span className="initials" aria-hidden="true">
        {initials}
      </span>{' '}
      <span>
        {name === '' ? (
          <>
            <strong>
              <EmailAddress {...email} />
            </strong>{' '}
            {note === undefined ? null : <small>{note}</small>}
          </>
        ) : (
          <>
            <span>
              <PersonName text={name} /> {jobTitle === '' ? null : <JobTitle text={jobTitle} />}
            </span>{' '}
            <small>
              <EmailAddress {...email} />
              {note === undefined ? null : (
                <>
                  {' · '}
                  <span>{note}</span>
                </>
              )}
            </small>
          </>
        )}
      </span>
    </span>
  );
}
