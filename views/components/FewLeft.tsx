import { TriangleAlert } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { LinkButton } from './LinkButton';

export interface FewLeft {
  /** For example: “12 licenses left.” */
  readonly lead: string;
  readonly text: string;
  /** The list of those who do not use theirs. */
  readonly href: string | undefined;
}

/** Says at the end of an overview that few licenses or cards are left. */
export function FewLeftLine({ lead, text, href }: FewLeft) {
  return (
    <div className="between few-left">
      <Icon shape={TriangleAlert} />
      <p>
        <strong>{lead}</strong> {text}
      </p>
      {href === undefined ? null : <LinkButton href={href} label="See who is idle" variant="small" />}
    </div>
  );
}
