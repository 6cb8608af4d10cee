import { Menu as MenuIcon } from 'lucide-react';
import { Icon } from '../client/Icon';
import { paths } from '../shared/paths';
import { PersonText } from './components/PersonText';
import { PostForm } from './components/PostForm';
import { PORTAL_NAME } from './Document';

/** The ID of the navigation, which is a popover on phones. */
export const MENU_ID = 'menu';

export interface HeaderProps {
  /** Empty if the administrator's details are not available. */
  readonly company: string;
  readonly name: string;
  readonly email: string;
}

/** The names of the company and of the administrator, and the button that opens the menu on phones. */
export function Header({ company, name, email }: HeaderProps) {
  return (
    <>
      <Brand name={company} />
      <div className="account">
        <p className="person">
          {name === '' ? (
            <span className="person-name">
              <PersonText text={email} />
            </span>
          ) : (
            <>
              <bdi translate="no" className="person-name">
                {name}
              </bdi>
              <bdi translate="no" className="hint">
                {email}
              </bdi>
            </>
          )}
        </p>
        <PostForm action={paths.logout}>
          <button type="submit" className="button" data-busy-label="Logging out...">
            <span>Logout</span>
          </button>
        </PostForm>
        <button type="button" className="button menu-button" popoverTarget={MENU_ID}>
          <Icon shape={MenuIcon} />
          <span>Menu</span>
        </button>
      </div>
    </>
  );
}

/** The mark and the administrator's company, or only the portal on pages without a session. */
export function Brand({ name }: { readonly name: string }) {
  return (
    <p className="brand">
      <span className="brand-mark">
        <BrandMark />
      </span>
      <span className="company">
        <bdi translate="no">{name || PORTAL_NAME}</bdi>
        {name === '' ? null : <small className="hint">{` ${PORTAL_NAME}`}</small>}
      </span>
    </p>
  );
}

/** Three bars: full, shorter and hollow, as in the usage bar. */
function BrandMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="currentcolor" aria-hidden="true">
      <rect x="1" y="2" width="18" height="4" rx="1" />
      <rect x="1" y="8" width="12" height="4" rx="1" />
      <rect
        x="1.75"
        y="14.75"
        width="6.5"
        height="2.5"
        rx="1"
        fill="none"
        stroke="currentcolor"
        strokeWidth="1.5"
      />
    </svg>
  );
}
