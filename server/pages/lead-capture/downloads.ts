import { listDownload } from '../product/download';
import { activatedLicenses, nonActivatedLicenses } from './lists';
import { leadCapture } from './product';

/** GET /leads-capture/licenses.csv */
export const licensesCsv = listDownload(leadCapture, activatedLicenses);

/** GET /leads-capture/non-activated-licenses.csv */
export const nonActivatedLicensesCsv = listDownload(leadCapture, nonActivatedLicenses);
