import type { ReactNode } from 'react';
import { Cached } from './Cached';
import { EmptyState } from './EmptyState';
import { ExportLink, type ExportLinkProps } from './ExportLink';
import { Pagination, type PaginationProps } from './Pagination';
import { SearchForm, type SearchFormProps } from './SearchForm';

export interface ListSectionProps {
  /** The section's place on the page, as addresses name it after the #. */
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string;
  /** How many there are in all. */
  readonly total: string;
  readonly countLine?: string;
  /** Undefined when there is nothing to search. */
  readonly search: SearchFormProps | undefined;
  /** What stands there instead of a list without rows; a list that is hidden then needs nothing. */
  readonly empty?: { readonly title: string; readonly hint: string };
  readonly pagination: PaginationProps | undefined;
}

interface Props extends ListSectionProps {
  readonly exports: readonly ExportLinkProps[];
  /** The rows; null when there are none. */
  readonly children: ReactNode;
}

/** A card around a list: its title, exports, search and pages. */
export function ListSection(props: Props) {
  const { id, title, subtitle, total, countLine, search, empty, pagination, exports, children } = props;
  return (
    <section className="card" id={id} aria-labelledby={`${id}-title`}>
      <Cached
        as="div"
        className="card-head"
        component={Head}
        props={{ id, title, subtitle, total, exports }}
      />
      {search ? (
        <Cached as="div" className="card-tools" component={Tools} props={{ search, countLine }} />
      ) : null}
      {children ?? (empty && <EmptyState {...empty} />)}
      {pagination ? (
        <Cached
          as="nav"
          className="pagination"
          aria-label={pagination.label}
          component={Pagination}
          props={pagination}
        />
      ) : null}
    </section>
  );
}

function Head({
  id,
  title,
  subtitle,
  total,
  exports,
}: Pick<Props, 'id' | 'title' | 'total' | 'exports'> & { readonly subtitle: string | undefined }) {
  return (
    <>
      <div>
        <h2 id={`${id}-title`}>
          {title} <span className="count">{total}</span>
        </h2>
        {subtitle === undefined ? null : <p className="hint">{subtitle}</p>}
      </div>
      <div className="actions">
        {exports.map(link => (
          <ExportLink key={link.label} {...link} />
        ))}
      </div>
    </>
  );
}

interface ToolsProps {
  readonly search: SearchFormProps;
  readonly countLine: string | undefined;
}

function Tools({ search, countLine }: ToolsProps) {
  return (
    <>
      <SearchForm {...search} />
      <p className="count-line" role="status">
        {countLine}
      </p>
    </>
  );
}
