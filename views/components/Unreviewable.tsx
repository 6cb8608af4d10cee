import { paths } from '../../shared/paths';
import { Alert } from './Alert';
import { LinkButton } from './LinkButton';
import { ButtonForm, type ButtonFormProps } from './PostForm';

/** A review without items to show. */
export type UnusableReview =
  | { readonly state: 'ended'; readonly backHref: string | undefined }
  | { readonly state: 'used'; readonly runHref: string }
  | {
      readonly state: 'refused';
      readonly message: string;
      readonly backHref: string;
      /** Undefined if a retry cannot succeed. */
      readonly retryHref: string | undefined;
    }
  | {
      readonly state: 'empty';
      readonly notes: readonly string[];
      readonly reassigned: ReassignedProps | undefined;
      readonly backHref: string;
    };

/** Rows that were selected for other people than have them now, and the form that reviews them. */
export interface ReassignedProps extends ButtonFormProps {
  readonly text: string;
}

/** Says why there is nothing to review. */
export function Unreviewable(content: UnusableReview) {
  return (
    <section className="panel panel-body" aria-label="Review">
      <Reason {...content} />
    </section>
  );
}

function Reason(content: UnusableReview) {
  switch (content.state) {
    case 'ended':
      return (
        <>
          <p className="strong">This review has expired</p>
          <p>
            A review can be confirmed for 30 minutes, in the session that opened it. Select the licenses or
            cards again.
          </p>
          <p>
            {content.backHref === undefined ? (
              <a href={paths.dashboard}>Go to the dashboard</a>
            ) : (
              <a href={content.backHref}>Back to the list</a>
            )}
          </p>
        </>
      );
    case 'used':
      return (
        <>
          <p className="strong">This review has been confirmed</p>
          <p>
            <a href={content.runHref}>View the removal</a>
          </p>
        </>
      );
    case 'refused':
      return (
        <>
          <Alert kind="error">{content.message}</Alert>
          <p className="actions">
            {content.retryHref === undefined ? null : (
              <LinkButton href={content.retryHref} label="Try again" />
            )}
            <LinkButton href={content.backHref} label="Back to the list" />
          </p>
        </>
      );
    case 'empty':
      return (
        <>
          <p className="strong">
            {content.reassigned === undefined ? 'Nothing is selected' : 'Nothing is left to review'}
          </p>
          {content.notes.map(note => (
            <p key={note}>{note}</p>
          ))}
          {content.reassigned === undefined ? null : <Reassigned {...content.reassigned} />}
          <p>
            <a href={content.backHref}>Back to the list</a>
          </p>
        </>
      );
  }
}

/** Says that rows belong to other people now, and offers to review them. */
export function Reassigned({ text, ...form }: ReassignedProps) {
  return (
    <>
      <Alert kind="error">{text}</Alert>
      <ButtonForm {...form} />
    </>
  );
}
