import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ToastText } from '../../shared/messages';
import { TOAST } from '../events';
import { Icon } from '../Icon';

interface Props {
  readonly toasts: readonly ToastText[];
  /** The URL of this page. Toasts are shown once, so loading it again closes them. */
  readonly closeHref: string;
}

/** How long a toast is shown, in milliseconds (P33). */
const TOAST_DURATION_MS = 5000;

/** Screen readers need some time to register a live region before its content changes. In milliseconds. */
const ANNOUNCE_DELAY_MS = 100;

const icons = { success: CircleCheck, error: TriangleAlert, warning: TriangleAlert, info: Info };

/** Messages about recent actions. Each one disappears after five seconds, unless the region is hovered or focused. */
export function ToastRegion({ toasts: initial, closeHref }: Props) {
  const [toasts, setToasts] = useState(initial.map((toast, index) => ({ ...toast, key: `page-${index}` })));
  const [isAnnounced, setAnnounced] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const added = useRef(0);

  useEffect(() => {
    const add = (event: CustomEvent<ToastText>) => {
      const { detail } = event;
      event.preventDefault();
      setToasts(shown => [...shown, { ...detail, key: `later-${++added.current}` }]);
    };
    document.addEventListener(TOAST, add as EventListener);
    return () => document.removeEventListener(TOAST, add as EventListener);
  }, []);

  // Screen readers announce only changes of a live region, so the texts of the page are inserted again.
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(true), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div
      className="toasts"
      role="status"
      aria-atomic="false"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {toasts.map(({ key, type, text }) => (
        <Toast
          key={key}
          type={type}
          text={text}
          isAnnounced={isAnnounced}
          isPaused={isPaused}
          closeHref={closeHref}
          onClose={() => setToasts(shown => shown.filter(toast => toast.key !== key))}
        />
      ))}
    </div>
  );
}

interface ToastProps extends Pick<ToastText, 'type' | 'text'> {
  readonly isAnnounced: boolean;
  readonly isPaused: boolean;
  readonly closeHref: string;
  readonly onClose: () => void;
}

function Toast({ type, text, isAnnounced, isPaused, closeHref, onClose }: ToastProps) {
  const expire = useEffectEvent(onClose);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => expire(), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [isPaused]);

  const close = (event: MouseEvent) => {
    event.preventDefault();
    onClose();
  };
  const shape = icons[type];
  return (
    <div className={`toast ${type}`}>
      <Icon shape={shape} size={20} />
      <p key={isAnnounced ? 'announced' : 'as sent'}>{text}</p>
      <a className="icon-button" href={closeHref} aria-label="Close message" onClick={close}>
        <Icon shape={X} />
      </a>
    </div>
  );
}
