import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../client/Icon';
import { AccountField } from '../Account';
import { type FormFields, HiddenFields } from './HiddenFields';

interface Props {
  readonly action: string;
  /** The key by which repeated submissions of this form are deduplicated. */
  readonly formKey?: string;
  readonly hidden?: FormFields;
  /** The account of the page, for a form in a `Memo`, which has no context. */
  readonly account?: string | undefined;
  readonly className?: string;
  /** Whether a script submits the form when the page loads. */
  readonly autoSubmit?: boolean;
  /** Whether only the server checks the fields, so that its messages are shown. */
  readonly noValidate?: boolean;
  readonly children: ReactNode;
}

export function PostForm(props: Props) {
  const { action, formKey, hidden = [], account, className, autoSubmit, noValidate, children } = props;
  return (
    <form
      method="post"
      action={action}
      className={className}
      noValidate={noValidate}
      data-busy-form=""
      data-auto-submit={autoSubmit ? '' : undefined}
    >
      {formKey === undefined ? null : <input type="hidden" name="once" value={formKey} />}
      <AccountField account={account} />
      <HiddenFields fields={hidden} />
      {children}
    </form>
  );
}

export interface ButtonFormProps {
  readonly action: string;
  readonly hidden: FormFields;
  readonly label: string;
  readonly variant?: 'primary' | 'small' | 'small plain' | undefined;
  /** Ends its name for screen readers. */
  readonly of?: string;
  readonly icon?: LucideIcon;
}

/** A form of hidden fields and a button. */
export function ButtonForm({ action, hidden, label, variant, of, icon }: ButtonFormProps) {
  return (
    <PostForm action={action} hidden={hidden}>
      <button type="submit" className={variant === undefined ? 'button' : `button ${variant}`}>
        {icon && <Icon shape={icon} size={16} />}
        {label}
        {of === undefined ? null : <span className="visually-hidden"> {of}</span>}
      </button>
    </PostForm>
  );
}
