import { Plus } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { LocalTime, type LocalTimeProps } from './LocalTime';
import { PostForm } from './PostForm';

export interface RequestLicensesProps {
  readonly action: string;
  readonly formKey: string;
  readonly requested: LocalTimeProps | undefined;
}

interface Props extends RequestLicensesProps {
  readonly label?: 'Request Licenses' | 'Purchase Licenses';
  /** The product, for screen readers, if the page has several. */
  readonly product?: string;
  readonly isPrimary?: boolean;
  readonly id?: string;
}

export function RequestLicenses({
  action,
  formKey,
  label = 'Request Licenses',
  product,
  isPrimary = false,
  id,
}: Props) {
  return (
    <PostForm action={action} formKey={formKey}>
      <button
        type="submit"
        id={id}
        className={isPrimary ? 'button primary' : 'button'}
        data-busy-label="Requesting..."
      >
        <Icon shape={Plus} />
        <span>{label}</span>
        {product === undefined ? null : <span className="visually-hidden"> for {product}</span>}
      </button>
    </PostForm>
  );
}

/** Says beside the form that licenses were requested (P273). */
export function LastRequest({ requested }: Pick<RequestLicensesProps, 'requested'>) {
  if (requested === undefined) return null;
  return (
    <p className="last-request hint">
      <span>
        Requested <LocalTime {...requested} />.
      </span>{' '}
      <span>The reply comes from your provider.</span>
    </p>
  );
}
