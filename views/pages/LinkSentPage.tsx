import { MailCheck } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { messages } from '../../shared/messages';
import { paths } from '../../shared/paths';
import { Alert } from '../components/Alert';
import { PostForm } from '../components/PostForm';
import { Brand } from '../Header';

/** Confirms that a sign-in link was sent. The same for every address (T1). */
export function LinkSentPage({ email }: { readonly email: string }) {
  return (
    <main className="single">
      <Brand name="" />
      <div className="panel">
        <h1>Sign in</h1>
        <Alert kind="success">{messages.login.sent}</Alert>
        <p>
          The link is for <bdi translate="no">{email}</bdi>. It works once, within six hours.{' '}
          {messages.login.sentLate}
        </p>
        <PostForm action={paths.login} hidden={[['email', email]]} className="stack">
          <button type="submit" className="button" data-busy-label="Sending Magic Link...">
            <Icon shape={MailCheck} />
            <span>Send the link again</span>
          </button>
        </PostForm>
        <p>
          <a href={paths.login}>Use another address</a>
        </p>
      </div>
    </main>
  );
}
