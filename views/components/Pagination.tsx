import { SymbolIcon } from '../../client/Icon';
import { Memo } from '../rendering';

export interface PaginationProps {
  /** The name of the list, for screen readers. */
  readonly label: string;
  /** For example: 'Rows 1 to 25 of 438'. */
  readonly range: string;
  /** In order; a gap replaces omitted numbers. */
  readonly links: readonly (
    | { readonly page: number; readonly href: string; readonly current: boolean }
    | 'gap'
  )[];
  readonly previousHref: string | undefined;
  readonly nextHref: string | undefined;
}

export function Pagination({ label, ...pages }: PaginationProps) {
  return (
    <Memo as="nav" className="pagination" aria-label={label}>
      <Pages {...pages} />
    </Memo>
  );
}

function Pages({ range, links, previousHref, nextHref }: Omit<PaginationProps, 'label'>) {
  const current = links.findIndex(link => link !== 'gap' && link.current);
  return (
    <>
      <p className="hint">{range}</p>
      <Step href={previousHref} label="Previous" rel="prev" />
      <ol>
        {links.map((link, index) =>
          link === 'gap' ? (
            <li key={index < current ? 'gap before' : 'gap after'} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={link.page}>
              <a
                href={link.href}
                aria-label={`Page ${link.page}`}
                aria-current={link.current ? 'page' : undefined}
              >
                {link.page}
              </a>
            </li>
          ),
        )}
      </ol>
      <Step href={nextHref} label="Next" rel="next" />
    </>
  );
}

interface StepProps {
  readonly href: string | undefined;
  readonly label: string;
  readonly rel: 'prev' | 'next';
}

function Step({ href, label, rel }: StepProps) {
  const arrow = <SymbolIcon name="chevron" />;
  return href === undefined ? (
    <span className={`step ${rel}`} aria-hidden="true">
      {arrow}
    </span>
  ) : (
    <a href={href} rel={rel} className={`step ${rel}`} aria-label={`${label} page`}>
      {arrow}
    </a>
  );
}
