import { SCANNER } from '../../../shared/admin';
import {
  defaultLicenseListState,
  type LicenseListState,
  readLicenseListState,
} from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { leadCaptureAddress, paths } from '../../../shared/paths';
import type { Scanner, ScannerStats } from '../../backends/scanner';
import type { ProductDefinition } from '../product/product';

export interface LeadCaptureNeeds {
  readonly scanner: Scanner;
  readonly scannerAppUrl: string;
}

/** The lead-capture scanner app. */
export const leadCapture: ProductDefinition<ScannerStats, LicenseListState, LeadCaptureNeeds> = {
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
  requestPath: paths.requestLicenses,
  defaults: defaultLicenseListState,
  readState: readLicenseListState,
  address: leadCaptureAddress,
  stats: ({ scanner }, entityId, context) => scanner.stats(entityId, context),
  requestLicenses: ({ scanner }, entityId, context) => scanner.requestLicenses(entityId, context),
  appUrl: ({ scannerAppUrl }) => scannerAppUrl,
};
