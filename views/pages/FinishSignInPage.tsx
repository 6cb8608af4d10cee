import { Check, TriangleAlert } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { messages } from '../../shared/messages';
import { paths } from '../../shared/paths';
import { EmailField } from '../components/EmailField';
import { HiddenFields } from '../components/HiddenFields';
import { invalidField } from '../components/invalid-field';
import { LinkButton } from '../components/LinkButton';
import { ButtonForm, PostForm } from '../components/PostForm';
import { Brand } from '../Header';

/** The states of a sign-in with an emailed link (P48 to P57). */
export type FinishSignInPageProps =
  | { readonly state: 'processing' | 'confirm'; readonly action: string; readonly formKey: string }
  | { readonly state: 'success'; readonly href: string; readonly isInterrupted: boolean }
  | {
      readonly state: 'error';
      readonly reason: string;
      /** The address of the same link, if the failure was not about it. */
      readonly tryAgain?: string | undefined;
      readonly hint?: string | undefined;
      /** The address for which a new link can be requested. */
      readonly newLinkFor?: string | undefined;
      /** The form that tries another email address with the same link. */
      readonly retry?: EmailFormProps | undefined;
    };

export function FinishSignInPage(props: FinishSignInPageProps) {
  return (
    <main className="single">
      <Brand name="" />
      <div className={props.state === 'confirm' ? 'panel' : 'panel centered'}>{content(props)}</div>
    </main>
  );
}

function content(props: FinishSignInPageProps) {
  switch (props.state) {
    case 'processing':
      return (
        <>
          <span className="spinner only-scripted" aria-hidden="true" />
          <div role="status">
            <h1>{messages.finishSignIn.processing}</h1>
          </div>
          {/* A script submits this form. An email scanner gets the form below: it lacks the cookie with the address. */}
          <PostForm
            action={props.action}
            formKey={props.formKey}
            className="stack delayed-if-scripted"
            autoSubmit
          >
            <button type="submit" className="button primary">
              Continue to the portal
            </button>
          </PostForm>
        </>
      );
    case 'confirm':
      return (
        <>
          <h1>Confirm your email</h1>
          <p className="subtitle">{messages.finishSignIn.emailNeeded}</p>
          <p>
            This browser has no record of a request for this link. Your address confirms that the link reached
            the right person.
          </p>
          <EmailForm action={props.action} formKey={props.formKey} />
        </>
      );
    case 'success':
      return (
        <>
          <span className="tile success">
            <Icon shape={Check} size={24} />
          </span>
          <div role="status">
            <h1>{messages.finishSignIn.succeeded}</h1>
            <p className="subtitle">
              {props.isInterrupted
                ? messages.finishSignIn.redirectingBack
                : messages.finishSignIn.redirecting}
            </p>
          </div>
          <p>
            <a href={props.href}>{props.isInterrupted ? 'Continue now' : 'Go to the dashboard now'}</a>
          </p>
        </>
      );
    case 'error':
      return (
        <>
          <span className="tile error">
            <Icon shape={TriangleAlert} size={24} />
          </span>
          <h1>{messages.finishSignIn.failed}</h1>
          <p role="alert" id="problem">
            {props.reason}
          </p>
          {props.hint === undefined ? null : <p>{props.hint}</p>}
          {props.newLinkFor === undefined ? null : (
            <ButtonForm
              action={paths.login}
              hidden={[['email', props.newLinkFor]]}
              label="Send a new link"
              variant="primary"
            />
          )}
          {props.retry ? (
            <EmailForm {...props.retry} isAnother isPrimary={props.newLinkFor === undefined} />
          ) : null}
          <div className="actions">
            {props.tryAgain === undefined ? null : (
              <LinkButton href={props.tryAgain} label="Try again" variant="primary" />
            )}
            <LinkButton
              href={paths.login}
              label="Return to Login"
              variant={props.retry || props.tryAgain || props.newLinkFor ? undefined : 'primary'}
            />
          </div>
        </>
      );
  }
}

interface EmailFormProps {
  readonly action: string;
  readonly formKey: string;
  readonly email?: string | undefined;
  /** Whether the sign-in with the address of this browser has failed. */
  readonly isAnother?: boolean;
  /** Whether nothing else is offered, so that the field has the focus. */
  readonly isPrimary?: boolean;
}

function EmailForm({ action, formKey, email, isAnother = false, isPrimary = true }: EmailFormProps) {
  return (
    <PostForm action={action} formKey={formKey} className="stack" noValidate>
      {isAnother ? <HiddenFields fields={[['other', '1']]} /> : null}
      <EmailField defaultValue={email} autoFocus={isPrimary} {...(isAnother && isPrimary && invalidField)} />
      <button type="submit" className={isPrimary ? 'button primary' : 'button'}>
        Sign in
      </button>
    </PostForm>
  );
}
