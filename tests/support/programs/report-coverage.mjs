// Loaded into a server whose coverage is measured (`NODE_V8_COVERAGE=… node --import …`). On SIGUSR2, it writes down which
// functions have run since the last signal.
import { takeCoverage } from 'node:v8';

process.on('SIGUSR2', () => takeCoverage());
