// The parsers of large responses. Worker threads run them by name (server/workers/tasks.ts).
export { parseEcardStats } from './ecard-stats';
export { parseScannerStats } from './scanner-stats';
