import {
  ArrowDown,
  ArrowUp,
  Check,
  ChevronDown,
  ChevronsUpDown,
  Copy,
  Download,
  type LucideIcon,
} from 'lucide-react';
import { createElement } from 'react';

interface Props {
  readonly shape: LucideIcon;
  /** By default, the size of icons in buttons. All grow with the text. */
  readonly size?: `${number}rem`;
}

/** base.css has these attributes once for all icons. */
const inStylesheet = {
  xmlns: undefined,
  fill: undefined,
  stroke: undefined,
  strokeWidth: undefined,
  strokeLinecap: undefined,
  strokeLinejoin: undefined,
};

/** A decorative icon: the text or name of its control says the same. */
export function Icon({ shape: Shape, size }: Props) {
  return <Shape aria-hidden="true" {...inStylesheet} width={size} height={size} />;
}

const symbols = {
  check: Check,
  chevron: ChevronDown,
  copy: Copy,
  download: Download,
  asc: ArrowUp,
  desc: ArrowDown,
  none: ChevronsUpDown,
};

/**
 * An icon that references a symbol of the page: icons are the slowest part of a page to render, and tables have many.
 * Not for the panels of the dashboard, which may be sent before the symbols. Only for elements with a name of their own,
 * because it is not hidden from screen readers: a title in each row would be longer than its ID.
 */
export function SymbolIcon({ name }: { readonly name: keyof typeof symbols }) {
  return createElement('svg', null, <use href={`#${name}`} />);
}

/** The symbols that `SymbolIcon` refers to, once for each page. */
export function IconSymbols() {
  return Object.entries(symbols).map(([name, shape]) => (
    <symbol key={name} id={name} viewBox="0 0 24 24">
      <Icon shape={shape} size="1.5rem" />
    </symbol>
  ));
}
