import { ConfirmDialog, type ConfirmDialogProps } from './islands/ConfirmDialog';
import { CopyButton, type CopyButtonProps } from './islands/CopyButton';
import { DownloadLink, type DownloadLinkProps } from './islands/DownloadLink';
import { ToastRegion, type ToastRegionProps } from './islands/ToastRegion';

/** Props of each island: plain JSON, because they are sent in an attribute. */
export interface IslandProps {
  readonly ConfirmDialog: ConfirmDialogProps;
  readonly CopyButton: CopyButtonProps;
  readonly DownloadLink: DownloadLinkProps;
  readonly ToastRegion: ToastRegionProps;
}

export type IslandName = keyof IslandProps;

/** The components that the server renders and the browser hydrates. */
export const islands: { readonly [Name in IslandName]: (props: IslandProps[Name]) => React.ReactNode } = {
  ConfirmDialog,
  CopyButton,
  DownloadLink,
  ToastRegion,
};
