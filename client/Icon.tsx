import { Copy, Link, type LucideIcon, Plus } from 'lucide-react';

const icons = { copy: Copy, link: Link, plus: Plus } satisfies Record<string, LucideIcon>;

interface Props {
  readonly name: keyof typeof icons;
  /** In pixels. */
  readonly size: number;
}

/**
 * An icon that references a symbol of the page: icons are the slowest part of a page to render, and tables have many.
 * Not for the cards of the dashboard, which may be sent before the symbols.
 */
export function Icon({ name, size }: Props) {
  return (
    <svg aria-hidden="true" width={size} height={size}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}

/** The symbols that `Icon` refers to, once for each page. */
export function IconSymbols() {
  return Object.entries(icons).map(([name, Shape]) => (
    <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
      <Shape />
    </symbol>
  ));
}
