import { Alert } from './Alert';

interface Props {
  readonly title: string;
  readonly message: string;
}

/** Stands in place of a list that the backend has sent in a form nobody can read. */
export function Unreadable({ title, message }: Props) {
  return (
    <section className="card" aria-label={title}>
      <div className="card-body">
        <Alert kind="error">{message}</Alert>
      </div>
    </section>
  );
}
