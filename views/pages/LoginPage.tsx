import { Mail } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { paths } from '../../shared/paths';
import { Alert } from '../components/Alert';
import { EmailField } from '../components/EmailField';
import { invalidField } from '../components/invalid-field';
import { PostForm } from '../components/PostForm';
import { Brand } from '../Header';

export interface LoginPageProps {
  readonly email: string;
  /** Whether the email address is missing or invalid. */
  readonly isInvalid?: boolean;
  readonly error?: string;
  readonly hint?: string | undefined;
}

/** The sign-in form, with the error of the last request. */
export function LoginPage({ email, isInvalid, error, hint }: LoginPageProps) {
  return (
    <main className="single">
      <Brand name="" />
      <div className="panel">
        <h1>Sign in</h1>
        <p className="subtitle" id="login-hint">
          We will email you a secure link. <br />
          No password needed.
        </p>
        {error === undefined ? null : (
          <Alert kind="error" id="problem">
            {error}
          </Alert>
        )}
        {hint === undefined ? null : <p>{hint}</p>}
        <PostForm action={paths.login} className="stack" noValidate>
          <EmailField
            defaultValue={email}
            autoFocus
            aria-describedby="login-hint"
            {...(error !== undefined && invalidField)}
            aria-invalid={isInvalid}
          />
          <button type="submit" className="button primary" data-busy-label="Sending Magic Link...">
            <Icon shape={Mail} />
            <span>Send Magic Link</span>
          </button>
        </PostForm>
      </div>
    </main>
  );
}
