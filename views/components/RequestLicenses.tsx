import { Plus } from 'lucide-react';
import type { ConfirmTarget } from '../../client/events';
import { Icon } from '../../client/Icon';
import { ConfirmLink } from './ConfirmLink';
import { LocalTime, type LocalTimeProps } from './LocalTime';
import { PostForm } from './PostForm';

export interface RequestLicensesProps {
  readonly action: string;
  /** The key by which repeated submissions of the form are deduplicated. */
  readonly formKey: string;
  /** When this session last requested licenses. */
  readonly requested: LocalTimeProps | undefined;
  /** The request of today that the page knows of, as its time; empty if there is none. */
  readonly after: string;
  /** The dialog that asks first, after a request on the same day. */
  readonly again: ConfirmTarget | undefined;
}

interface Props extends RequestLicensesProps {
  readonly label?: 'Request Licenses' | 'Purchase Licenses';
  /** The product, for screen readers, if the page has several. */
  readonly product?: string;
  readonly isPrimary?: boolean;
}

/** The form that requests more licenses of a product. */
export function RequestLicenses({
  action,
  formKey,
  requested,
  after,
  again,
  label = 'Request Licenses',
  product,
  isPrimary = false,
}: Props) {
  const className = isPrimary ? 'button primary' : 'button';
  const content = (
    <>
      <Icon shape={Plus} />
      <span>{label}</span>
      {product === undefined ? null : <span className="visually-hidden"> for {product}</span>}
      {requested === undefined ? null : (
        <small>
          {' '}
          Requested <LocalTime {...requested} />
        </small>
      )}
    </>
  );
  if (again) {
    return (
      <ConfirmLink {...again} className={className}>
        {content}
      </ConfirmLink>
    );
  }
  return (
    <PostForm action={action} formKey={formKey} hidden={[['after', after]]}>
      <button type="submit" className={className} data-busy-label="Requesting...">
        {content}
      </button>
    </PostForm>
  );
}
