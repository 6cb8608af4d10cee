import { expect } from '@jest/globals';

// The routes run React as it ships. Its development build, whose warnings fail a test, takes several times as long: it
// serves the tests of the pages.
if (!expect.getState().testPath?.includes('/routes/pages/')) process.env.NODE_ENV = 'production';
