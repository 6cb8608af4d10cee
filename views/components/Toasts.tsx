import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ToastText } from '../../shared/messages';

interface Props {
  readonly toasts: readonly ToastText[];
  /** This page again: the toasts are shown once, so opening it closes them. */
  readonly closeHref: string;
}

const icons = { success: CircleCheck, error: TriangleAlert, warning: TriangleAlert, info: Info };

/** Messages about what has just been done. */
export function Toasts({ toasts, closeHref }: Props) {
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, type, text }, index) => {
        const Icon = icons[type];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two toasts of one moment differ in their place only
          <div key={`${id}-${index}`} className={`toast ${type}`}>
            <Icon aria-hidden="true" size={20} />
            <p>{text}</p>
            <a className="icon-button" href={closeHref} aria-label="Close message">
              <X aria-hidden="true" size={18} />
            </a>
          </div>
        );
      })}
    </div>
  );
}
