import { SymbolIcon } from '../../client/Icon';

export interface PaginationProps {
  /** The name of the list, for screen readers. */
  readonly label: string;
  /** For instance '1–25 of 438'. */
  readonly range: string;
  /** In order; a gap replaces omitted numbers. */
  readonly links: readonly (
    | { readonly page: number; readonly href: string; readonly current: boolean }
    | 'gap'
  )[];
  readonly previousHref: string | undefined;
  readonly nextHref: string | undefined;
}

/** The content of the `nav` with links to the pages of a list. */
export function Pagination({ range, links, previousHref, nextHref }: Omit<PaginationProps, 'label'>) {
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
  const className = `step ${rel}`;
  return href === undefined ? (
    <span className={className} aria-hidden="true">
      <SymbolIcon name="chevron" />
    </span>
  ) : (
    <a className={className} href={href} rel={rel} aria-label={`${label} page`}>
      <SymbolIcon name="chevron" />
    </a>
  );
}
