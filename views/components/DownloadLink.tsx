import { Link } from 'lucide-react';

/** The address of an app, to pass on. Without JavaScript it is shown for copying by hand. */
export function DownloadLink({ href }: { readonly href: string }) {
  return (
    <details className="download-link">
      <summary className="button">
        <Link aria-hidden="true" size={18} />
        Copy Download Link
      </summary>
      <label>
        <span>Address to copy</span>
        <input type="url" readOnly value={href} />
      </label>
    </details>
  );
}
