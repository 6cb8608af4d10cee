import { Clock, Mail, TextSearch } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { LinkButton } from './LinkButton';
import { PostForm } from './PostForm';

export interface FindingProps {
  /** For instance '232 of 438 active licenses had no leads in 30 days'. */
  readonly text: string;
  /** How many were found, for instance '232'. */
  readonly count: string;
  /** The list of what was found. */
  readonly href: string;
  /** The action of the form that asks the people in this list first. */
  readonly askAction: string;
  /** Undefined where the page has no room for it. */
  readonly leaversHref?: string | undefined;
}

/** A sentence about licenses or cards that are not used, and what to do about them. */
export function Finding({ text, count, href, askAction, leaversHref }: FindingProps) {
  return (
    <div className="finding">
      <Icon shape={Clock} />
      <div>
        <p>{text}</p>
        <div className="actions">
          <a className="button small" href={href}>
            Show all {count}
          </a>
          <PostForm action={askAction} hidden={[['all', '1']]}>
            <button type="submit" className="button small" name="ask" value="1">
              <Icon shape={Mail} />
              Ask first<span className="visually-hidden"> about all {count}</span>
            </button>
          </PostForm>
          {leaversHref === undefined ? null : (
            <LinkButton href={leaversHref} icon={TextSearch} label="Check leavers" look="small" />
          )}
        </div>
      </div>
    </div>
  );
}
