import type { ReactNode } from 'react';
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
              <ToPage href={link.href} label={`Page ${link.page}`} isCurrent={link.current}>
                {link.page}
              </ToPage>
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
  return href === undefined ? (
    <span className={`step ${rel}`} aria-hidden="true">
      <SymbolIcon name="chevron" />
    </span>
  ) : (
    <ToPage href={href} label={`${label} page`} rel={rel}>
      <SymbolIcon name="chevron" />
    </ToPage>
  );
}

interface ToPageProps {
  readonly href: string;
  readonly label: string;
  readonly rel?: StepProps['rel'];
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

function ToPage({ href, label, rel, isCurrent, children }: ToPageProps) {
  return (
    <a
      href={href}
      rel={rel}
      className={rel && `step ${rel}`}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  );
}
