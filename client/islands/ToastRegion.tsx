import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { ToastText } from '../../shared/messages';
import { TOAST } from '../events';

export interface ToastRegionProps {
  readonly toasts: readonly ToastText[];
  /** This page again: toasts are shown once, so opening it closes them. */
  readonly closeHref: string;
}

/** How long a toast stays, in milliseconds (P33). */
const SHOWN_FOR = 5000;

const icons = { success: CircleCheck, error: TriangleAlert, warning: TriangleAlert, info: Info };

/** Messages about what has just been done. They go by themselves, but not while somebody attends to them. */
export function ToastRegion({ toasts: initial, closeHref }: ToastRegionProps) {
  const [toasts, setToasts] = useState(initial.map((toast, index) => ({ ...toast, key: `page-${index}` })));
  const [announcement, setAnnouncement] = useState('');
  const [attended, setAttended] = useState(false);
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

  // Screen readers announce what is added to a live region, not what a page comes with.
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(initial.map(toast => toast.text).join(' ')), 100);
    return () => clearTimeout(timer);
  }, [initial]);

  const remove = useCallback(
    (key: string) => setToasts(shown => shown.filter(toast => toast.key !== key)),
    [],
  );

  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <div
        className="toasts"
        role="status"
        onMouseEnter={() => setAttended(true)}
        onMouseLeave={() => setAttended(false)}
        onFocus={() => setAttended(true)}
        onBlur={() => setAttended(false)}
      >
        {toasts.map(({ key, type, text }) => (
          <Toast
            key={key}
            name={key}
            type={type}
            text={text}
            attended={attended}
            closeHref={closeHref}
            onClose={remove}
          />
        ))}
      </div>
    </>
  );
}

interface ToastProps extends Pick<ToastText, 'type' | 'text'> {
  readonly name: string;
  readonly attended: boolean;
  readonly closeHref: string;
  readonly onClose: (name: string) => void;
}

function Toast({ name, type, text, attended, closeHref, onClose }: ToastProps) {
  useEffect(() => {
    if (attended) return;
    const timer = setTimeout(() => onClose(name), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [attended, name, onClose]);

  const close = (event: MouseEvent) => {
    event.preventDefault();
    onClose(name);
  };
  const Icon = icons[type];
  return (
    <div className={`toast ${type}`}>
      <Icon aria-hidden="true" size={20} />
      <p>{text}</p>
      <a className="icon-button" href={closeHref} aria-label="Close message" onClick={close}>
        <X aria-hidden="true" size={18} />
      </a>
    </div>
  );
}
