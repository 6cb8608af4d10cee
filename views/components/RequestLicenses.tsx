import { Icon } from '../../client/Icon';
import { PostForm } from './PostForm';

interface Props {
  readonly action: string;
  readonly once: string;
}

/** The form that requests more licenses of a product. */
export function RequestLicenses({ action, once }: Props) {
  return (
    <PostForm action={action} once={once}>
      <button type="submit" className="button primary" data-busy-label="Requesting...">
        <Icon name="plus" size={18} />
        <span>Request Licenses</span>
      </button>
    </PostForm>
  );
}
