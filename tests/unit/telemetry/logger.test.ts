import { describe, expect, test } from '@jest/globals';
import { BackendError, IdentityRejected } from '../../../server/errors';
import { createLogger } from '../../../server/telemetry/logger';

function openLog(logLevel: 'info' | 'warn' | 'silent' = 'info') {
  const lines: string[] = [];
  const logger = createLogger({ logLevel }, { write: line => void lines.push(line) });
  return { logger, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') };
}

test('a line of the log is written if its level is at least LOG_LEVEL', () => {
  const { logger, lines } = openLog('warn');
  logger.info('quiet');
  logger.warn('loud');
  expect(lines).toHaveLength(1);
  const silent = openLog('silent');
  silent.logger.fatal('not written');
  expect(silent.lines).toEqual([]);
});

describe('an error in the log', () => {
  test('has its type, its properties and its stack', () => {
    const { logger, last } = openLog();
    const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' });
    logger.error({ err: new BackendError('Failed to revoke license', 'network', { cause }) }, 'Failed');
    expect(last().err).toEqual({
      type: 'BackendError',
      message: 'Failed to revoke license',
      status: 502,
      reason: 'network',
      stack: expect.arrayContaining([expect.stringMatching(/^at .*logger\.test\.ts/)]),
      cause: { type: 'Error', code: 'ECONNREFUSED' },
    });
  });

  test('names the status of a backend and the code of the identity provider', () => {
    const { logger, last } = openLog();
    logger.error({ err: new BackendError('Failed', 'status', { upstreamStatus: 404 }) });
    expect(last().err).toMatchObject({ reason: 'status', upstreamStatus: 404 });
    logger.error({ err: new IdentityRejected('auth/invalid-action-code') });
    expect(last().err).toMatchObject({ type: 'IdentityRejected', code: 'auth/invalid-action-code' });
  });

  test('contains neither the message of its cause nor other properties', () => {
    const { logger, lines } = openLog();
    const cause = Object.assign(new SyntaxError('Unexpected token in "Bearer eyJsecret"'), {
      body: 'secret body',
      config: { headers: { authorization: 'Bearer eyJsecret' } },
      cause: new Error('secret root'),
    });
    const error = Object.assign(new BackendError('Failed', 'content', { cause }), {
      request: 'secret request',
      code: { nested: 'secret code' },
    });
    logger.error({ err: error }, 'Failed');
    expect(lines.join('')).not.toContain('secret');
  });

  test('may be a thrown value of any type', () => {
    const { logger, last } = openLog();
    for (const thrown of ['secret text', undefined, null, { secret: true }]) {
      logger.error({ err: thrown }, 'Failed');
      expect(JSON.stringify(last())).not.toContain('secret');
    }
  });
});
