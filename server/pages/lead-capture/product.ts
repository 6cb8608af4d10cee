import { SCANNER } from '../../../shared/admin';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { ScannerStats } from '../../backends/scanner';
import { createProduct } from '../product/product';
import { lists } from './lists';

/** The lead-capture scanner app. */
export const leadCapture = createProduct<ScannerStats, typeof lists>({
  role: SCANNER,
  path: paths.leadCapture,
  title: 'Lead Capture',
  subtitle: 'Licenses for the lead-capture scanner app',
  notActivated: {
    title: messages.leadCapture.notActivated,
    text: 'With this app, your staff can capture leads at events by scanning badges and business cards.',
  },
  statsFailed: messages.leadCapture.statsFailed,
  roleMissing: 'scannerRoleMissing',
  itemField: 'licenseId',
  lists,
  backend: ({ scanner }) => scanner,
  appUrl: ({ scannerAppUrl }) => scannerAppUrl,
});
