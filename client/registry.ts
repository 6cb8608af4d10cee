import type { ComponentProps } from 'react';
import { ConfirmDialog } from './islands/ConfirmDialog';
import { CopyDownloadLink } from './islands/CopyDownloadLink';
import { ToastRegion } from './islands/ToastRegion';

/** The components that the server renders and the browser hydrates. */
export const islands = { ConfirmDialog, CopyDownloadLink, ToastRegion };

export type IslandName = keyof typeof islands;

/** An island with its props: plain JSON, because they are sent in an attribute. */
export type IslandContent = {
  [Name in IslandName]: { readonly name: Name; readonly props: ComponentProps<(typeof islands)[Name]> };
}[IslandName];
