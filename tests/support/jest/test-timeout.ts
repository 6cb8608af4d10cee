import { jest } from '@jest/globals';
import { patience } from '../time/patience';

// For a test that hangs: what a test waits for has a shorter timeout of its own. Files run in parallel, so that a test of
// ten seconds can take a minute on a slow machine.
jest.setTimeout(patience(12_000));
