import { LinkButton } from '../components/LinkButton';
import { Brand } from '../Header';

/** Has one link, to its own address. */
export function LinkPreviewPage() {
  return (
    <main className="single">
      <Brand name="" />
      <div className="panel">
        <h1>Open this page in your browser</h1>
        <div className="actions">
          <LinkButton href="" label="Open this page" variant="primary" />
        </div>
      </div>
    </main>
  );
}
