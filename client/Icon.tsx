import { Check, Copy, Link, type LucideIcon } from 'lucide-react';

const icons = { check: Check, copy: Copy, link: Link } satisfies Record<string, LucideIcon>;

interface Props {
  readonly name: keyof typeof icons;
}

/**
 * An icon that references a symbol of the page: icons are the slowest part of a page to render, and tables have many.
 * Not for the cards of the dashboard, which may be sent before the symbols.
 */
export function Icon({ name }: Props) {
  return (
    <svg aria-hidden="true">
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
