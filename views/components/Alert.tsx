import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../client/Icon';
import { LinkButton } from './LinkButton';
import { type Subtitle, TextWithTimes } from './PageHead';

interface Props {
  readonly kind: AlertKind;
  /** Names the message, for the field that it describes. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** “ended” is the outcome of the last removal. */
const icons = { info: Info, success: CircleCheck, ended: CircleCheck, error: TriangleAlert } as const;
type AlertKind = keyof typeof icons;

/** A message within the page, announced to screen readers. */
export function Alert({ kind, id, children }: Props) {
  return (
    <div className={`alert ${kind}`} id={id} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon shape={icons[kind]} />
      <div>{children}</div>
    </div>
  );
}

export function Alerts({ kind, texts }: Pick<Props, 'kind'> & { readonly texts: readonly string[] }) {
  return texts.map(text => (
    <Alert key={text} kind={kind}>
      {text}
    </Alert>
  ));
}

export interface LinkAlertProps {
  readonly kind: AlertKind;
  readonly text: Subtitle;
  readonly label: string;
  readonly href: string;
}

/** A message with a link to what can be done. */
export function LinkAlert({ kind, text, label, href }: LinkAlertProps) {
  return (
    <Alert kind={kind}>
      <span>
        <TextWithTimes text={text} />
      </span>
      {'\u2002'}
      <LinkButton href={href} label={label} variant="small" />
    </Alert>
  );
}

/** A message about something that is not available, with a link to try again. */
export function Failure({ text, retryHref }: { readonly text: string; readonly retryHref: string }) {
  return <LinkAlert kind="error" text={text} label="Try again" href={retryHref} />;
}
