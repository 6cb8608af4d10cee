import { Plus } from 'lucide-react';
import { Memo } from '../rendering';
import { PostForm } from './PostForm';

interface Props {
  readonly action: string;
  readonly once: string;
}

/** Asks for more licenses of a product. */
export function RequestLicenses({ action, once }: Props) {
  return (
    <PostForm action={action} once={once}>
      <Memo as="button" type="submit" className="button primary" data-busy-label="Requesting...">
        <Label />
      </Memo>
    </PostForm>
  );
}

/** Icons take longer to render than anything else on a page. */
function Label() {
  return (
    <>
      <Plus aria-hidden="true" size={18} />
      <span>Request Licenses</span>
    </>
  );
}
