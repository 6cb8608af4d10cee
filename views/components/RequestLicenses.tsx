import { Plus } from 'lucide-react';
import { Memo } from '../rendering';
import { type IdleContent, IdleNote } from './IdleNote';
import { PostForm } from './PostForm';

interface Props {
  readonly action: string;
  readonly once: string;
  readonly idle: IdleContent | undefined;
}

/** The form that requests more licenses of a product. */
export function RequestLicenses({ action, once, idle }: Props) {
  return (
    <PostForm action={action} once={once} className="request">
      {idle?.advice === undefined ? null : <IdleNote href={idle.href} text={idle.advice} />}
      <Memo as="button" type="submit" className="button primary" data-busy-label="Requesting...">
        <Label />
      </Memo>
    </PostForm>
  );
}

/** Cached, because icons are the slowest part of a page to render. */
function Label() {
  return (
    <>
      <Plus aria-hidden="true" size={18} />
      <span>Request Licenses</span>
    </>
  );
}
