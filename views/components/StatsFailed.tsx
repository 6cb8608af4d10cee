import { Alert } from './Alert';

interface Props {
  readonly title: string;
  readonly message: string;
  readonly retryHref: string;
}

/** Replaces a product whose backend is not available. */
export function StatsFailed({ title, message, retryHref }: Props) {
  return (
    <section className="card" aria-label={title}>
      <div className="card-body">
        <Alert kind="error">{message}</Alert>
        <p>
          The rest of the portal is not affected. <a href={retryHref}>Try again</a>
        </p>
      </div>
    </section>
  );
}
