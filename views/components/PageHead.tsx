import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../client/Icon';
import { Memo } from '../rendering';
import { LocalTime, type LocalTimeProps } from './LocalTime';

/** A text, in parts if one of them is a moment. */
export type Subtitle = string | readonly (string | LocalTimeProps)[];

export interface PageTitle {
  readonly title: string;
  readonly subtitle?: Subtitle | undefined;
  /** The page that a page outside of the menu belongs to. */
  readonly back?: { readonly href: string; readonly label: string } | undefined;
}

interface Props extends PageTitle {
  /** Whether the title is the outcome of a removal. Then it gets the focus. */
  readonly isOutcome?: boolean | undefined;
  readonly children?: ReactNode;
}

/** The title of a page and the actions for the whole page. */
export function PageHead({ children, ...title }: Props) {
  return (
    <div className="page-head">
      <Memo as="div">
        <Title {...title} />
      </Memo>
      {children ? <div className="actions">{children}</div> : null}
    </div>
  );
}

export function TextWithTimes({ text }: { readonly text: Subtitle }) {
  if (typeof text === 'string') return text;
  return text.map(part => (typeof part === 'string' ? part : <LocalTime key={part.time} {...part} />));
}

const focused = { autoFocus: true, tabIndex: -1 } as const;

function Title({ title, subtitle, back, isOutcome }: Omit<Props, 'children'>) {
  return (
    <>
      {back === undefined ? null : (
        <a className="back" href={back.href}>
          <Icon shape={ChevronLeft} size={16} />
          {back.label}
        </a>
      )}
      <h1 {...(isOutcome && focused)}>{title}</h1>
      {subtitle === undefined ? null : (
        <p className="subtitle">
          <TextWithTimes text={subtitle} />
        </p>
      )}
    </>
  );
}
