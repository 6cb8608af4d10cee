import { jest } from '@jest/globals';
import { patience } from './patience';

jest.setTimeout(patience(12_000));
