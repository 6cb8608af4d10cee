import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ConfigError, processEnvironment, readConfig } from '../../server/config';
import { startProgram } from '../support/programs/program';
import { built, temporaryFolder } from '../support/programs/project';

const KEY = 'a-secret-of-the-tests-0123456789-0123456789';

/** The required variables outside `local`, for the demo hosts. */
const complete = {
  PUBLIC_URL: 'https://portal.example.com',
  SESSION_KEYS: KEY,
  PORTAL_API_URL: 'https://api.example.com',
  SCANNER_API_DEMO_URL: 'https://scanner-demo.example.com/api',
  ECARD_API_DEMO_URL: 'https://ecard-demo.example.com/api',
  FIREBASE_PROJECT_ID: 'portal-project',
  FIREBASE_API_KEY: 'firebase-key',
  SCANNER_APP_URL: 'https://apps.example.com/scanner',
  CARDS_APP_URL: 'https://apps.example.com/cards',
  HELP_URL: 'https://help.example.com/',
};

const { SCANNER_API_DEMO_URL, ECARD_API_DEMO_URL, ...withoutDemoHosts } = complete;

const productionHosts = {
  SCANNER_API_PRODUCTION_URL: 'https://scanner.example.com/api',
  ECARD_API_PRODUCTION_URL: 'https://ecard.example.com/api',
};

const production = { ...withoutDemoHosts, ...productionHosts };

function problems(environment: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(processEnvironment({ ...environment }));
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) expect(error.message).toContain(problem);
    return error.problems;
  }
}

const names = (list: readonly string[]) => list.map(problem => problem.split(':', 1)[0]);

describe('a complete environment', () => {
  test('yields the settings, with the documented defaults', () => {
    expect(readConfig(complete)).toEqual({
      port: 3000,
      publicUrl: 'https://portal.example.com',
      secure: true,
      sessionKeys: [KEY],
      sessionIdleMinutes: 720,
      sessionMaxHours: 168,
      portalApiUrl: 'https://api.example.com',
      apiUrls: {
        license: 'https://scanner-demo.example.com/api',
        card: 'https://ecard-demo.example.com/api',
      },
      firebase: { projectId: 'portal-project', apiKey: 'firebase-key', emulatorHost: undefined },
      appUrls: { license: 'https://apps.example.com/scanner', card: 'https://apps.example.com/cards' },
      helpUrl: 'https://help.example.com/',
      upstreamTimeout: 8000,
      loginLimitPerEmail: 5,
      loginLimitPerIp: 60,
      finishLimitPerIp: 30,
      requestLimitPerHour: 20,
      removalLimitPerHour: 5000,
      trustProxy: 0,
      keepAliveTimeout: 650_000,
      statsCacheSize: 96 * 1024 * 1024,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      redisUrl: undefined,
      redisTimeout: 150,
      eventLoopDelayLimit: 700,
      skeletonDelay: 30,
      proxies: { http: undefined, https: undefined, except: [] },
      tracesUrl: undefined,
      logLevel: 'info',
      securityContact: undefined,
      cspReportUrl: undefined,
      insecureBackends: [],
    });
  });

  test('may have several session keys, and http for PUBLIC_URL', () => {
    const keys = `${KEY}-new, ${KEY}-old`;
    const config = readConfig({ ...complete, SESSION_KEYS: keys, PUBLIC_URL: 'http://intranet:8080/' });
    expect(config).toMatchObject({
      sessionKeys: [`${KEY}-new`, `${KEY}-old`],
      publicUrl: 'http://intranet:8080',
      secure: false,
    });
  });

  test('may have whitespace around its values, as files with secrets often do', () => {
    const spaced = Object.entries(complete).map(([name, value]) => [name, ` ${value}\n`]);
    expect(readConfig(processEnvironment(Object.fromEntries(spaced)))).toEqual(readConfig(complete));
    expect(
      names(problems({ ...production, PORTAL_ENV: ' live ', FIREBASE_AUTH_EMULATOR_HOST: 'x:1' })),
    ).toEqual(['FIREBASE_AUTH_EMULATOR_HOST']);
  });
});

const URI = 'https://reports.example.com/csp';
const REDIS = 'rediss://portal:secret@redis.example.com:6380/1';

describe('an optional variable', () => {
  test.each([
    ['PORT', '8080', { port: 8080 }, ['abc', '-1', '65536', '3000.5', '0x10', '1e3', '30 00', '9999999999']],
    ['UPSTREAM_TIMEOUT_MS', '2500', { upstreamTimeout: 2500 }, ['8s', '99', '0', '120001', 'Infinity']],
    ['SESSION_IDLE_MINUTES', '30', { sessionIdleMinutes: 30 }, ['0', '-5', 'never']],
    ['SESSION_MAX_HOURS', '24', { sessionMaxHours: 24 }, ['0', '8761']],
    ['LOGIN_LIMIT_PER_EMAIL', '3', { loginLimitPerEmail: 3 }, ['0', 'none']],
    ['LOGIN_LIMIT_PER_IP', '30', { loginLimitPerIp: 30 }, ['0', '1.5']],
    ['FINISH_LIMIT_PER_IP', '10', { finishLimitPerIp: 10 }, ['0', 'none']],
    ['REQUEST_LIMIT_PER_HOUR', '5', { requestLimitPerHour: 5 }, ['0', '-1']],
    ['REMOVAL_LIMIT_PER_HOUR', '500', { removalLimitPerHour: 500 }, ['0', '5k']],
    ['KEEP_ALIVE_TIMEOUT_MS', '61000', { keepAliveTimeout: 61_000 }, ['0', '999', '-1', 'x']],
    ['TRUST_PROXY', '2', { trustProxy: 2 }, ['true', '-1', '33', 'loopback']],
    [
      'REDIS_URL',
      REDIS,
      { redisUrl: REDIS },
      ['redis.example.com:6379', 'https://x', 'redis://', '/run/redis'],
    ],
    [
      'REDIS_URL',
      'valkeys://u:p%2F%40@x:1/2',
      { redisUrl: 'rediss://u:p%2F%40@x:1/2' },
      ['redis://:a/b@x', 'redis://u:1/2@x', 'redis://u:1#2@x', 'redis://u:1?2@x', 'redis://:50%off@x'],
    ],
    ['REDIS_URL', 'valkey://x', { redisUrl: 'redis://x' }, ['valkey:x', 'redis://x/zero']],
    [
      'HTTPS_PROXY',
      'proxy.example:3128',
      { proxies: { http: undefined, https: 'http://proxy.example:3128', except: [] } },
      ['socks5://x', 'http://', 'http://u:a/b@x:1', 'http://u:1#2@x', 'http://u:50%off@x', 'http://x/path'],
    ],
    ['REDIS_TIMEOUT_MS', '400', { redisTimeout: 400 }, ['150ms', '9', '10001', '-1']],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://c:4318',
      { tracesUrl: 'http://c:4318' },
      ['c:4318', 'grpc://c', 'http://'],
    ],
    ['LOG_LEVEL', 'warn', { logLevel: 'warn' }, ['verbose', 'INFO', 'constructor']],
    ['CSP_REPORT_URL', URI, { cspReportUrl: URI }, ['/csp', 'reports.example.com']],
    [
      'SECURITY_CONTACT',
      'mailto:a@x.example',
      { securityContact: 'mailto:a@x.example' },
      ['a@x.example', 'http://x.example', 'mailto:', 'mailto:a@x.example b'],
    ],
    [
      'FIREBASE_AUTH_EMULATOR_HOST',
      'h:1',
      { firebase: { emulatorHost: 'h:1' } },
      ['localhost', 'http://localhost:9099', ':9099', 'localhost:', 'a/b:1'],
    ],
  ] as const)('is read, and reported if it is malformed: %s', (name, text, settings, malformed) => {
    expect(readConfig({ ...complete, [name]: text })).toMatchObject(settings);
    for (const value of malformed) {
      expect([value, names(problems({ ...complete, [name]: value }))]).toEqual([value, [name]]);
    }
  });
});

describe('PORTAL_ENV', () => {
  test.each([undefined, '', 'uat', 'demo', 'staging', 'Production', 'toString'])(
    'P166: %j selects the demo hosts',
    PORTAL_ENV => {
      const config = readConfig({ ...complete, PORTAL_ENV, ...productionHosts });
      expect(Object.values(config.apiUrls)).toEqual([
        'https://scanner-demo.example.com/api',
        'https://ecard-demo.example.com/api',
      ]);
      expect(names(problems({ PORTAL_ENV }))).toEqual(Object.keys(complete));
    },
  );

  test.each(['production', 'live'])('P166: %j selects the production hosts', PORTAL_ENV => {
    const config = readConfig({ ...complete, PORTAL_ENV, ...productionHosts });
    expect(Object.values(config.apiUrls)).toEqual([
      'https://scanner.example.com/api',
      'https://ecard.example.com/api',
    ]);
    expect(names(problems({ ...complete, PORTAL_ENV }))).toEqual([
      'SCANNER_API_PRODUCTION_URL',
      'ECARD_API_PRODUCTION_URL',
    ]);
    expect(problems({ ...production, PORTAL_ENV })).toEqual([]);
  });

  test('P166: "local" needs no variables: all URLs are on its own origin', () => {
    const config = readConfig({ PORTAL_ENV: 'local', PORT: '4000' });
    expect(config).toMatchObject({
      publicUrl: 'http://localhost:4000',
      secure: false,
      portalApiUrl: 'http://localhost:4000/api',
      apiUrls: { license: 'http://localhost:4000/api', card: 'http://localhost:4000/ecard-api' },
    });
    for (const link of [...Object.values(config.appUrls), config.helpUrl]) {
      expect(link).toMatch(/^http:\/\/localhost:4000\//);
    }
  });

  test('"local" generates session keys at each start', () => {
    const keys = [1, 2].map(() => readConfig({ PORTAL_ENV: 'local' }).sessionKeys[0]);
    expect(keys[0]).not.toBe(keys[1]);
    for (const key of keys) expect(key?.length).toBeGreaterThanOrEqual(32);
  });

  test('"local" still reads variables that are set', () => {
    expect(readConfig({ ...complete, PORTAL_ENV: 'local' })).toMatchObject({
      publicUrl: 'https://portal.example.com',
      portalApiUrl: 'https://api.example.com',
      sessionKeys: [KEY],
    });
    expect(names(problems({ PORTAL_ENV: 'local', SESSION_KEYS: 'short', HELP_URL: 'help' }))).toEqual([
      'SESSION_KEYS',
      'HELP_URL',
    ]);
  });

  test.each(['production', 'live'])('%j rejects an emulator, which accepts every sign-in', PORTAL_ENV => {
    const environment = { ...production, PORTAL_ENV, FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' };
    expect(names(problems(environment))).toEqual(['FIREBASE_AUTH_EMULATOR_HOST']);
    expect(names(problems({ ...environment, HELP_URL: undefined }))).toEqual([
      'HELP_URL',
      'FIREBASE_AUTH_EMULATOR_HOST',
    ]);
    expect(problems({ ...environment, FIREBASE_AUTH_EMULATOR_HOST: ' ' })).toEqual([]);
  });

  test.each(['production', 'live'])('T45: %j rejects http for PUBLIC_URL, except on loopback', PORTAL_ENV => {
    const at = (PUBLIC_URL: string) => problems({ ...production, PORTAL_ENV, PUBLIC_URL });
    for (const address of [
      'http://portal.example.com',
      'http://10.0.0.7:8080',
      'http://127.0.0.1.example.com',
    ]) {
      expect([address, names(at(address))]).toEqual([address, ['PUBLIC_URL']]);
    }
    for (const address of [
      'https://portal.example.com',
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://[::1]:80',
    ]) {
      expect([address, at(address)]).toEqual([address, []]);
    }
    expect(
      names(problems({ ...production, PORTAL_ENV, PUBLIC_URL: 'http://x.example', HELP_URL: '' })),
    ).toEqual(['HELP_URL', 'PUBLIC_URL']);
  });

  test('T45: production lists backends that are called over http', () => {
    const http = {
      PORTAL_API_URL: 'http://api.internal',
      SCANNER_API_PRODUCTION_URL: 'http://scanner.internal/api',
    };
    const insecure = (environment: Record<string, string | undefined>) =>
      readConfig(environment).insecureBackends;
    expect(insecure({ ...production, PORTAL_ENV: 'live', ...http })).toEqual(['PORTAL_API', 'SCANNER_API']);
    expect(insecure({ ...production, PORTAL_ENV: 'live', PORTAL_API_URL: 'http://localhost:1/api' })).toEqual(
      [],
    );
    expect(insecure({ ...complete, PORTAL_API_URL: 'http://api.internal' })).toEqual([]);
  });
});

describe('a problem', () => {
  test('of a missing or blank variable is reported together with all others, each once', () => {
    const blank = Object.fromEntries(Object.keys(complete).map((name, at) => [name, ' '.repeat(at % 3)]));
    for (const environment of [{}, blank])
      expect(problems(environment)).toEqual(Object.keys(complete).map(name => `${name}: is required`));
  });

  test.each([
    [
      'PUBLIC_URL',
      [
        'portal.example.com',
        'ftp://portal.example.com',
        'https://portal.example.com/portal',
        'https://portal.example.com/?a=1',
        'https://user:password@portal.example.com',
        '//portal.example.com',
        'https://',
      ],
    ],
    ['PORTAL_API_URL', ['api', '/api', 'javascript:alert(1)', 'file:///etc/passwd', 'http://']],
    [
      'SCANNER_API_DEMO_URL',
      [
        'https://user@api.example',
        'https://:key@api.example',
        'https://api.example/?key=1',
        'https://api.example/#a',
      ],
    ],
    ['SCANNER_API_DEMO_URL', ['scanner.example.com', 'ws://x']],
    ['ECARD_API_DEMO_URL', ['https//x']],
    ['SCANNER_APP_URL', ['javascript:alert(1)', 'itms-apps://x']],
    ['CARDS_APP_URL', ['data:text/html,x']],
    ['HELP_URL', ['help', 'mailto:help@example.com']],
    [
      'SESSION_KEYS',
      [
        'short',
        `${KEY},short`,
        `${KEY},`,
        `,${KEY}`,
        `${' '.repeat(40)},`,
        'a'.repeat(32),
        `${KEY},${'0'.repeat(64)}`,
        'ab'.repeat(16),
      ],
    ],
  ])('is %s if it is malformed', (name, values) => {
    for (const value of values) {
      expect([value, names(problems({ ...complete, [name]: value }))]).toEqual([value, [name]]);
    }
  });

  test('with a password of REDIS_URL says how its characters are written', () => {
    const [problem] = problems({ ...complete, REDIS_URL: 'redis://:a/b@host' });
    expect(problem).toMatch(/^REDIS_URL: .*with \/ # \? @ % in its password written %2F %23 %3F %40 %25$/);
  });

  test.each([
    ['PORT', '"3000"'],
    ['PORTAL_ENV', "'production'"],
    ['PUBLIC_URL', '"https://portal.example.com"'],
    ['SESSION_KEYS', `“${KEY}”`],
    ['HELP_URL', '""'],
  ])('names the quotes around a value: %s=%s', (name, value) => {
    expect(problems({ ...complete, [name]: value })).toEqual([
      `${name}: must not have quotes around its value`,
    ]);
  });

  test('is a METRICS_PORT that is PORT, unless the system chooses both', () => {
    const same = (port: string) => ({ ...complete, PORT: port, METRICS_PORT: port });
    expect(problems(same('3000'))).toEqual(['METRICS_PORT: must not be the same as PORT']);
    expect(problems({ ...complete, METRICS_PORT: '3000' })).toEqual([
      'METRICS_PORT: must not be the same as PORT',
    ]);
    expect(readConfig(same('0')).metricsPort).toBe(0);
  });

  test('never contains a value, which may be a secret', () => {
    const secrets = {
      SESSION_KEYS: 'hunter2,correct-horse-battery',
      FIREBASE_API_KEY: 'AIzaSecret',
      PORTAL_API_URL: 'ftp://user:swordfish@api',
      PUBLIC_URL: 'https://admin:opensesame@portal',
      PORT: 'tcp://10.0.0.1',
      REDIS_URL: 'http://user:mellon@redis',
      LOG_LEVEL: 'loud',
    };
    const message = problems({ ...complete, ...secrets, HELP_URL: '' }).join('\n');
    expect(message).toContain('SESSION_KEYS');
    for (const value of ['hunter2', 'horse', 'AIza', 'swordfish', 'opensesame', 'mellon', 'tcp', 'loud']) {
      expect(message).not.toContain(value);
    }
  });
});

describe('a secret in a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  const fileWith = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  test('is the value of its variable', () => {
    const { SESSION_KEYS, FIREBASE_API_KEY, ...rest } = complete;
    const config = readConfig({
      ...rest,
      SESSION_KEYS_FILE: fileWith('keys', `${KEY}-new,${KEY}\n`),
      FIREBASE_API_KEY_FILE: fileWith('api-key', `${FIREBASE_API_KEY}\n`),
      REDIS_URL_FILE: fileWith('redis', 'redis://:secret@redis.example.com'),
    });
    expect(config).toMatchObject({
      sessionKeys: [`${KEY}-new`, SESSION_KEYS],
      firebase: { apiKey: FIREBASE_API_KEY },
      redisUrl: 'redis://:secret@redis.example.com',
    });
  });

  test('may have one session key per line', () => {
    const { SESSION_KEYS: _, ...rest } = complete;
    for (const content of [`${KEY}-new\n${KEY}\n`, `\r\n  ${KEY}-new  \r\n\r\n ${KEY}\r\n`])
      expect(readConfig({ ...rest, SESSION_KEYS_FILE: fileWith('lines', content) }).sessionKeys).toEqual([
        `${KEY}-new`,
        KEY,
      ]);
  });

  test.each([
    ['is missing', 'SESSION_KEYS_FILE: names a file that cannot be read', () => join(folder, 'none')],
    ['is empty', 'SESSION_KEYS_FILE: names an empty file', () => fileWith('empty', ' \n')],
    ['has a quoted name', 'SESSION_KEYS_FILE: must not have quotes around its value', () => '"/run/keys"'],
    [
      'is too short',
      'SESSION_KEYS: every key must have at least 32 characters',
      () => fileWith('short', 'short'),
    ],
  ])('is an error if it %s', (_case, problem, file) => {
    expect(problems({ ...complete, SESSION_KEYS: undefined, SESSION_KEYS_FILE: file() })).toEqual([problem]);
  });

  test('is an error if the variable is also set', () => {
    const REDIS_URL_FILE = fileWith('redis', 'redis://redis.example.com');
    expect(problems({ ...complete, REDIS_URL: 'redis://other.example.com', REDIS_URL_FILE })).toEqual([
      'REDIS_URL_FILE: must not be set together with REDIS_URL',
    ]);
  });
});

describe('the environment of the process', () => {
  const { FIREBASE_AUTH_EMULATOR_HOST: before } = process.env;
  afterAll(() => {
    if (before === undefined) delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
    else process.env.FIREBASE_AUTH_EMULATOR_HOST = before;
  });

  test('T50: has no blank variables: with one, firebase-admin would use an emulator and verify no tokens', () => {
    process.env.FIREBASE_AUTH_EMULATOR_HOST = '  ';
    expect(processEnvironment().FIREBASE_AUTH_EMULATOR_HOST).toBeUndefined();
    expect('FIREBASE_AUTH_EMULATOR_HOST' in process.env).toBe(false);
    process.env.FIREBASE_AUTH_EMULATOR_HOST = ' localhost:9099\n';
    processEnvironment();
    expect(process.env.FIREBASE_AUTH_EMULATOR_HOST).toBe('localhost:9099');
  });
});

describe('the program', () => {
  test('T45: warns once about backends that production calls over http', async () => {
    const server = startProgram([join(built, 'server.js')], {
      env: {
        ...production,
        PORT: '0',
        PORTAL_ENV: 'live',
        PORTAL_API_URL: 'http://api.internal',
        HELP_URL: 'https://x.example',
      },
    });
    await server.prints('"msg":"Listening"');
    server.signal('SIGINT');
    expect(await server.ended).toBe(0);
    const warnings = server.output().match(/^.*"level":40,"time":\d+,"backends".*$/gm) ?? [];
    expect(warnings.map(line => JSON.parse(line))).toEqual([
      expect.objectContaining({ backends: ['PORTAL_API'], msg: 'Backends are called over plain http' }),
    ]);
  });

  test('exits with code 1 and one sentence on a Node that is too old', async () => {
    const code = "Object.defineProperty(process, 'versions', { value: { node: '20.19.4' } });";
    const old = ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
    const server = startProgram([...old, join(built, 'server.js')], { env: complete });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe('');
    expect(server.errors()).toBe('The portal needs Node 24 or newer, and this is Node 20.19.4.\n');
    // An older Node parses all of this before the check.
    const parsed = new Set(['server.js']);
    for (const name of parsed) {
      const code = readFileSync(join(built, name), 'utf8');
      expect(code.length).toBeLessThan(3000);
      for (const [, other = ''] of code.matchAll(/\bimport ?(?:[\w{}$, *]+from ?)?"\.\/([^"]+)"/g))
        parsed.add(other);
    }
    expect(parsed).not.toContain('main.js');
  });

  test('P223: exits with code 1 and one message that names all missing variables', async () => {
    const server = startProgram([join(built, 'server.js')]);
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe('');
    const [headline, ...lines] = server.errors().trimEnd().split('\n');
    expect(headline).toBe('The portal cannot start with this environment:');
    expect(lines).toEqual(Object.keys(complete).map(name => `  ${name}: is required`));
  });
});
