import { Icon } from '../../client/Icon';
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
      <button type="submit" className="button primary" data-busy-label="Requesting...">
        <Icon name="plus" size={18} />
        <span>Request Licenses</span>
      </button>
    </PostForm>
  );
}
