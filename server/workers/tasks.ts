// The tasks of worker threads. Each is a plain function of the folder that it belongs to.
export { findEmails } from '../../shared/email-list';
export { parseCompanyStats } from '../backends/company-stats';
export { parseScannerStats } from '../backends/scanner-stats';
export { formatCsv } from '../lists/csv';
export { sortTable } from '../lists/table';
