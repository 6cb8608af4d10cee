import { Alert } from './Alert';

interface Props {
  readonly title: string;
  readonly message: string;
}

/** Replaces a list that could not be parsed. */
export function Unreadable({ title, message }: Props) {
  return (
    <section className="card" aria-label={title}>
      <div className="card-body">
        <Alert kind="error">{message}</Alert>
      </div>
    </section>
  );
}
