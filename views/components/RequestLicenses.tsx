import { Plus } from 'lucide-react';
import { PostForm } from './PostForm';

interface Props {
  readonly action: string;
  readonly once: string;
}

/** Asks for more licenses of a product. */
export function RequestLicenses({ action, once }: Props) {
  return (
    <PostForm action={action} once={once}>
      <button type="submit" className="button primary" data-busy-label="Requesting...">
        <Plus aria-hidden="true" size={18} />
        <span>Request Licenses</span>
      </button>
    </PostForm>
  );
}
