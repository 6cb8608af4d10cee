// The parsers of large responses. Worker threads run them by name (server/workers/tasks.ts).
export { parseCompanyStats } from './company-stats';
export { parseScannerStats } from './scanner-stats';
