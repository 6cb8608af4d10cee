import { CircleCheck, ClockAlert } from 'lucide-react';
import { paths } from '../../shared/paths';
import { Notice } from './Notice';

/** A review without items to show. */
export type NoReviewProps =
  | { readonly state: 'ended'; readonly backHref: string | undefined }
  | { readonly state: 'used'; readonly jobHref: string }
  | {
      readonly state: 'empty';
      readonly note: string | undefined;
      readonly backHref: string;
    };

export function NoReview(content: NoReviewProps) {
  switch (content.state) {
    case 'ended':
      return (
        <Notice
          icon={ClockAlert}
          title="This review has expired"
          text="A review can be confirmed for 30 minutes after its last change. Select the remaining rows in the list again."
          href={content.backHref ?? paths.dashboard}
          label={content.backHref === undefined ? 'Go to the dashboard' : 'Back to the list'}
        />
      );
    case 'used':
      return (
        <Notice
          icon={CircleCheck}
          title="This review has been confirmed"
          href={content.jobHref}
          label="View the removal"
        />
      );
    case 'empty':
      return (
        <section className="panel panel-body" aria-label="Review">
          <p className="strong">Nothing is selected</p>
          {content.note === undefined ? null : <p>{content.note}</p>}
          <p>
            <a href={content.backHref}>Back to the list</a>
          </p>
        </section>
      );
  }
}
