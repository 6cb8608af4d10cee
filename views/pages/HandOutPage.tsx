import { paths } from '../../shared/paths';
import { ExportMenu, type ExportMenuProps } from '../components/ExportMenu';
import { FailedSection } from '../components/FailedSection';
import { LinkButton } from '../components/LinkButton';
import { PrintButton } from '../components/PrintButton';
import { Layout, type PageProps } from '../Layout';

export interface HandOutFormProps {
  /** The number of cards that are free. */
  readonly total: string;
  readonly rows: string;
  /** The largest number of rows. */
  readonly limit: string;
}

/** Why there are no cards to show, or their IDs. */
export type HandOutContent =
  | { readonly problem: string; readonly retryHref: string | undefined }
  | {
      readonly problem: undefined;
      readonly form: HandOutFormProps;
      readonly ids: readonly string[];
      readonly exports: ExportMenuProps;
    };

interface Props extends PageProps<HandOutContent | undefined> {
  readonly backHref: string;
}

/** The IDs of cards that nobody has claimed, to print, or to save. */
export function HandOutPage({ layout, content, backHref }: Props) {
  if (content === undefined) return <Layout {...layout} />;
  const back = <LinkButton href={backHref} label="Back to the invitation" />;
  if (content.problem !== undefined) {
    const { problem, retryHref } = content;
    return (
      <Layout {...layout} actions={back}>
        <FailedSection title={layout.title} message={problem} retryHref={retryHref} />
      </Layout>
    );
  }
  const { form, ids, exports } = content;
  return (
    <Layout
      {...layout}
      actions={
        <>
          {back}
          <ExportMenu {...exports} />
          {ids.length === 0 ? null : <PrintButton />}
        </>
      }
    >
      <section className="panel" aria-label={layout.title}>
        <div className="panel-head">
          {ids.length === 0 ? (
            <p>Every card has been claimed.</p>
          ) : (
            <>
              <h2>
                IDs <span className="count">{ids.length}</span>
              </h2>
              <HandOutForm {...form} />
            </>
          )}
        </div>
        {ids.length === 0 ? null : <IdTable ids={ids} />}
      </section>
    </Layout>
  );
}

/** Asks how many cards to hand out. */
export function HandOutForm({ total, rows, limit }: HandOutFormProps) {
  return (
    <form action={paths.handOutCards} className="actions">
      <label htmlFor="rows">Number of cards to list ({total} unclaimed)</label>
      <input id="rows" name="rows" type="number" min="1" max={limit} required defaultValue={rows} />
      <button type="submit" className="button">
        Show IDs
      </button>
    </form>
  );
}

function IdTable({ ids }: { readonly ids: readonly string[] }) {
  return (
    <table className="table hand-out">
      <caption className="visually-hidden">Cards to hand out</caption>
      <thead>
        <tr>
          <th scope="col">CardID</th>
          <th scope="col">Given to</th>
          <th scope="col">Date</th>
        </tr>
      </thead>
      <tbody>
        {ids.map(id => (
          <tr key={id}>
            <th scope="row">
              <code>{id}</code>
            </th>
            <td />
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
