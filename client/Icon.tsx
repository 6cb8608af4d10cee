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
  /** In pixels for a usual text, with which it grows. The default is in the stylesheet. */
  readonly size?: number | '100%';
}

/** base.css has these attributes once for all icons. */
const inStylesheet = {
  xmlns: undefined,
  fill: undefined,
  stroke: undefined,
  strokeLinecap: undefined,
  strokeLinejoin: undefined,
};

/** A decorative icon: the text or name of its control says the same. */
export function Icon({ shape: Shape, size = 18 }: Props) {
  return (
    <Shape
      aria-hidden="true"
      size={typeof size === 'number' && size !== 18 ? `${size / 16}rem` : size}
      {...inStylesheet}
    />
  );
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
      <Icon shape={shape} size="100%" />
    </symbol>
  ));
}
