import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';

/** The settings of one running portal (docs/configuration.md). */
export interface Config {
  readonly port: number;
  /** The public origin, without a trailing slash. */
  readonly publicUrl: string;
  /** True when administrators reach the portal by https: cookies are then Secure and carry `__Host-` names. */
  readonly secure: boolean;
  /** The first key seals; all of them open. */
  readonly sessionKeys: readonly [string, ...string[]];
  readonly sessionIdleMinutes: number;
  readonly sessionMaxHours: number;
  readonly portalApiUrl: string;
  readonly scannerApiUrl: string;
  readonly ecardApiUrl: string;
  readonly firebase: {
    readonly projectId: string;
    readonly apiKey: string;
    /** `host:port` of a Firebase Auth emulator. */
    readonly emulatorHost: string | undefined;
  };
  readonly scannerAppUrl: string;
  readonly cardsAppUrl: string;
  readonly helpUrl: string;
  /** The timeout of one backend call, in milliseconds. */
  readonly upstreamTimeout: number;
  readonly loginLimitPerEmail: number;
  readonly loginLimitPerIp: number;
  /** How many sign-in attempts of one network address may fail in 15 minutes. */
  readonly finishLimitPerIp: number;
  /** How many requests for licenses or profile data an administrator may send per hour. */
  readonly requestLimitPerHour: number;
  /** How many licenses and cards an administrator may revoke or deactivate per hour. */
  readonly removalLimitPerHour: number;
  readonly trustProxy: number;
  /** The memory limit of the stats cache, in bytes. */
  readonly statsCacheSize: number;
  /** The port of the metrics; undefined for no metrics. */
  readonly metricsPort: number | undefined;
  /** The address that the metrics listen on. */
  readonly metricsHost: string;
  /** The Redis in which replicas share limits and form replies; undefined for none. */
  readonly redisUrl: string | undefined;
  /** How long a replica waits for Redis before it continues without, in milliseconds. */
  readonly redisTimeout: number;
  /** The average delay of the event loop above which requests are answered 503, in milliseconds. */
  readonly eventLoopDelayLimit: number;
  /** The number of server processes. */
  readonly webConcurrency: number;
  /** The URL of an OpenTelemetry collector; undefined for no traces. */
  readonly tracesUrl: string | undefined;
  readonly logLevel: LogLevel;
  /** The URI for vulnerability reports; undefined for no `/.well-known/security.txt`. */
  readonly securityContact: string | undefined;
  /** The URL for reports of Content-Security-Policy violations; undefined for none. */
  readonly cspReportUrl: string | undefined;
  /** Names of backends that are called over plain http in production. */
  readonly insecureBackends: readonly string[];
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown when the environment is invalid. The message lists every problem by variable name. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The portal cannot start with this environment:\n${problems.map(line => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Returns the environment of this process, which no other code reads. Values are trimmed in place: firebase-admin reads
 * FIREBASE_AUTH_EMULATOR_HOST itself, and verifies no tokens if it is set, even to a blank (T50).
 */
export function ownEnvironment(): Environment {
  for (const [name, value = ''] of Object.entries(process.env)) {
    const trimmed = value.trim();
    if (trimmed === '') delete process.env[name];
    else if (trimmed !== value) process.env[name] = trimmed;
  }
  return process.env;
}

/** Variables that name a file, and the variable whose value the file contains. */
const SECRET_FILES = {
  SESSION_KEYS_FILE: 'SESSION_KEYS',
  FIREBASE_API_KEY_FILE: 'FIREBASE_API_KEY',
  REDIS_URL_FILE: 'REDIS_URL',
} as const;

/**
 * Parses the settings in an environment. Values are trimmed, and a blank variable is treated as not set.
 * @throws {ConfigError} Thrown when a variable is missing or malformed. Its message never contains a value.
 */
export function readConfig(environment: Environment): Config {
  const { values: given, unreadable } = readSecretFiles(trimmed(environment));
  const portalEnv = given.PORTAL_ENV ?? 'uat';
  const result = v.safeParse(schemaFor(portalEnv, given), given);
  const issues = result.success ? [] : result.issues;
  const problems = [
    ...issues
      .map(issue => ({ name: String(v.getDotPath(issue)), message: issue.message }))
      // Reported below: the value is missing because its file cannot be read.
      .filter(({ name }) => !unreadable.has(name))
      .map(({ name, message }) => `${name}: ${message}`),
    ...[...unreadable].map(([name, message]) => `${name}_FILE: ${message}`),
  ];
  if (isProduction(portalEnv) && given.FIREBASE_AUTH_EMULATOR_HOST !== undefined) {
    problems.push(
      `FIREBASE_AUTH_EMULATOR_HOST: must not be set in ${portalEnv}; an emulator accepts every sign-in`,
    );
  }
  if (isProduction(portalEnv) && isInsecure(given.PUBLIC_URL)) {
    problems.push(`PUBLIC_URL: must begin with https:// in ${portalEnv}, except on a loopback address`);
  }
  if (!result.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(portalEnv, result.output);
}

function trimmed(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value),
  );
}

interface SecretFiles {
  /** The environment, including the contents of the files. */
  readonly values: Environment;
  /** Problems with files, by the name of their setting. */
  readonly unreadable: ReadonlyMap<string, string>;
}

function readSecretFiles(environment: Environment): SecretFiles {
  const values: Record<string, string | undefined> = { ...environment };
  const unreadable = new Map<string, string>();
  for (const [fileName, name] of Object.entries(SECRET_FILES)) {
    const file = environment[fileName];
    if (file === undefined) continue;
    if (environment[name] !== undefined) {
      unreadable.set(name, `must not be set beside ${name}`);
      continue;
    }
    const content = contentOf(file);
    if (content) values[name] = content;
    else unreadable.set(name, content === '' ? 'names an empty file' : 'names a file that cannot be read');
  }
  return { values, unreadable };
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Whether this URL uses plain http and is not on a loopback address. */
function isInsecure(address: string | undefined): boolean {
  const { protocol, hostname = '' } = parsedUrl(address ?? '') ?? {};
  return protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function isProduction(portalEnv: string): boolean {
  return portalEnv === 'production' || portalEnv === 'live';
}

/** Returns the schema of the environment. Only `local` has defaults for everything. */
function schemaFor(portalEnv: string, { PORT: givenPort, PUBLIC_URL: givenOrigin }: Environment) {
  const parsedPort = v.safeParse(port, givenPort);
  // A malformed port is reported once, not for every default that contains it.
  const ownOrigin = `http://localhost:${parsedPort.success ? parsedPort.output : DEFAULT_PORT}`;
  const parsedOrigin = v.safeParse(origin, givenOrigin ?? ownOrigin);
  const publicOrigin = parsedOrigin.success ? parsedOrigin.output : ownOrigin;
  const local = portalEnv === 'local';
  const requiredUnlessLocal = <Schema extends v.GenericSchema<string, unknown>>(
    schema: Schema,
    fallback: string,
  ) => (local ? v.optional(schema, fallback) : required(schema));
  const whenSelected = (selected: boolean) => (selected ? required(url) : v.optional(url));

  return v.object({
    PORT: port,
    PUBLIC_URL: requiredUnlessLocal(origin, ownOrigin),
    SESSION_KEYS: requiredUnlessLocal(keys, randomBytes(32).toString('base64url')),
    PORTAL_API_URL: requiredUnlessLocal(url, `${publicOrigin}/api`),
    SCANNER_API_PRODUCTION_URL: whenSelected(isProduction(portalEnv)),
    SCANNER_API_DEMO_URL: whenSelected(!local && !isProduction(portalEnv)),
    ECARD_API_PRODUCTION_URL: whenSelected(isProduction(portalEnv)),
    ECARD_API_DEMO_URL: whenSelected(!local && !isProduction(portalEnv)),
    FIREBASE_PROJECT_ID: requiredUnlessLocal(v.string(), 'demo-portal'),
    FIREBASE_API_KEY: requiredUnlessLocal(v.string(), 'demo-api-key'),
    FIREBASE_AUTH_EMULATOR_HOST: v.optional(
      v.pipe(v.string(), v.regex(/^[\w.[\]:-]+:\d{1,5}$/, 'must be host:port')),
    ),
    SCANNER_APP_URL: requiredUnlessLocal(url, `${publicOrigin}/sandbox/scanner-app`),
    CARDS_APP_URL: requiredUnlessLocal(url, `${publicOrigin}/sandbox/cards-app`),
    HELP_URL: requiredUnlessLocal(url, `${publicOrigin}/sandbox/help`),
    UPSTREAM_TIMEOUT_MS: integerBetween(8000, 100, 120_000),
    SESSION_IDLE_MINUTES: integerBetween(720, 1, 43_200),
    SESSION_MAX_HOURS: integerBetween(168, 1, 8760),
    LOGIN_LIMIT_PER_EMAIL: integerBetween(5, 1, 1_000_000),
    LOGIN_LIMIT_PER_IP: integerBetween(60, 1, 1_000_000),
    FINISH_LIMIT_PER_IP: integerBetween(30, 1, 1_000_000),
    REQUEST_LIMIT_PER_HOUR: integerBetween(20, 1, 1_000_000),
    REMOVAL_LIMIT_PER_HOUR: integerBetween(5000, 1, 1_000_000),
    TRUST_PROXY: integerBetween(0, 0, 32),
    STATS_CACHE_MB: integerBetween(64, 0, 65_536),
    METRICS_PORT: v.optional(port),
    METRICS_HOST: v.optional(host, '127.0.0.1'),
    REDIS_URL: v.optional(redisUrl),
    REDIS_TIMEOUT_MS: integerBetween(150, 10, 10_000),
    EVENT_LOOP_DELAY_LIMIT_MS: integerBetween(700, 100, 60_000),
    WEB_CONCURRENCY: integerBetween(1, 1, 32),
    OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(url),
    LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
    SECURITY_CONTACT: v.optional(contact),
    CSP_REPORT_URL: v.optional(url),
  });
}

type Settings = v.InferOutput<ReturnType<typeof schemaFor>>;

function toConfig(portalEnv: string, settings: Settings): Config {
  const [scannerApiUrl, ecardApiUrl] = apiUrls(portalEnv, settings);
  const backends = {
    'portal users': settings.PORTAL_API_URL,
    scanner: scannerApiUrl,
    ecard: ecardApiUrl,
  };
  const insecure = Object.entries(backends).flatMap(([name, address]) => (isInsecure(address) ? [name] : []));
  return {
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL,
    secure: settings.PUBLIC_URL.startsWith('https:'),
    sessionKeys: settings.SESSION_KEYS,
    sessionIdleMinutes: settings.SESSION_IDLE_MINUTES,
    sessionMaxHours: settings.SESSION_MAX_HOURS,
    portalApiUrl: settings.PORTAL_API_URL,
    scannerApiUrl,
    ecardApiUrl,
    firebase: {
      projectId: settings.FIREBASE_PROJECT_ID,
      apiKey: settings.FIREBASE_API_KEY,
      emulatorHost: settings.FIREBASE_AUTH_EMULATOR_HOST,
    },
    scannerAppUrl: settings.SCANNER_APP_URL,
    cardsAppUrl: settings.CARDS_APP_URL,
    helpUrl: settings.HELP_URL,
    upstreamTimeout: settings.UPSTREAM_TIMEOUT_MS,
    loginLimitPerEmail: settings.LOGIN_LIMIT_PER_EMAIL,
    loginLimitPerIp: settings.LOGIN_LIMIT_PER_IP,
    finishLimitPerIp: settings.FINISH_LIMIT_PER_IP,
    requestLimitPerHour: settings.REQUEST_LIMIT_PER_HOUR,
    removalLimitPerHour: settings.REMOVAL_LIMIT_PER_HOUR,
    trustProxy: settings.TRUST_PROXY,
    statsCacheSize: settings.STATS_CACHE_MB * MEBIBYTE,
    metricsPort: settings.METRICS_PORT,
    metricsHost: settings.METRICS_HOST,
    redisUrl: settings.REDIS_URL,
    redisTimeout: settings.REDIS_TIMEOUT_MS,
    eventLoopDelayLimit: settings.EVENT_LOOP_DELAY_LIMIT_MS,
    webConcurrency: settings.WEB_CONCURRENCY,
    tracesUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: settings.LOG_LEVEL,
    securityContact: settings.SECURITY_CONTACT,
    cspReportUrl: settings.CSP_REPORT_URL,
    insecureBackends: isProduction(portalEnv) ? insecure : [],
  };
}

/** Returns the base URLs of the scanner and the ecard backend (P166). With `local`, they are on the public origin. */
function apiUrls(portalEnv: string, settings: Settings): readonly [string, string] {
  const { PUBLIC_URL: publicOrigin } = settings;
  if (portalEnv === 'local') return [`${publicOrigin}/api`, `${publicOrigin}/ecard-api`];
  return isProduction(portalEnv)
    ? [settings.SCANNER_API_PRODUCTION_URL ?? '', settings.ECARD_API_PRODUCTION_URL ?? '']
    : [settings.SCANNER_API_DEMO_URL ?? '', settings.ECARD_API_DEMO_URL ?? ''];
}

/** Makes a key required, with a message of our own instead of Valibot's. */
function required<Schema extends v.GenericSchema<string, unknown>>(schema: Schema) {
  return v.pipe(v.optional(v.string(), ''), v.minLength(1, 'is required'), schema);
}

const MEBIBYTE = 1024 * 1024;
const DEFAULT_PORT = 3000;
const port = integerBetween(DEFAULT_PORT, 0, 65_535);

const host = v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an address or a host name, without a port'));

const parsedUrl = (text: string) => (URL.canParse(text) ? new URL(text) : undefined);

const url = v.pipe(
  v.string(),
  v.check(
    text => /^https?:$/.test(parsedUrl(text)?.protocol ?? ''),
    'must be an address that begins with http:// or https://',
  ),
);

const redisUrl = v.pipe(
  v.string(),
  v.check(text => {
    const parsed = parsedUrl(text);
    return parsed !== undefined && /^rediss?:$/.test(parsed.protocol) && parsed.hostname !== '';
  }, 'must be an address that begins with redis:// or rediss://'),
);

const origin = v.pipe(
  v.string(),
  v.check(text => {
    const parsed = parsedUrl(text);
    return parsed !== undefined && /^https?:$/.test(parsed.protocol) && `${parsed.origin}/` === parsed.href;
  }, 'must be an origin such as https://portal.example.com, without a path'),
  v.transform(text => new URL(text).origin),
);

const contact = v.pipe(
  v.string(),
  v.check(
    text => /^(https|mailto|tel):\S+$/.test(text) && URL.canParse(text),
    'must be an address that begins with mailto:, https:// or tel: (RFC 9116)',
  ),
);

const keys = v.pipe(
  v.string(),
  v.transform(text => text.split(',').map(key => key.trim())),
  v.check(list => list.every(key => key.length >= 32), 'every key must have at least 32 characters'),
  v.check(list => list.every(key => !/^(.)\1*$/.test(key)), 'no key may be one repeated character'),
  v.transform(([first = '', ...rest]): readonly [string, ...string[]] => [first, ...rest]),
);

function integerBetween(fallback: number, lowest: number, highest: number) {
  const rule = `must be a whole number from ${lowest} to ${highest}`;
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}$/, rule),
      v.transform(Number),
      v.check(value => value >= lowest && value <= highest, rule),
    ),
    String(fallback),
  );
}
