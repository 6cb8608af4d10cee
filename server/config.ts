import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';

/** The settings of one running portal (docs/configuration.md). */
export interface Config {
  readonly port: number;
  /** The origin that administrators see, without a trailing slash. */
  readonly publicUrl: string;
  /** True when administrators reach the portal by https: cookies are then Secure and carry `__Host-` names. */
  readonly secure: boolean;
  /** The first seals, every one opens. */
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
  /** How long one backend call may take in all, in milliseconds. */
  readonly upstreamTimeout: number;
  readonly loginLimitPerEmail: number;
  readonly loginLimitPerIp: number;
  /** Failed attempts to complete a sign-in that one network address has in 15 minutes. */
  readonly finishLimitPerIp: number;
  /** Requests for licenses or profile data that an administrator may make in an hour. */
  readonly requestLimitPerHour: number;
  /** Revocations and deactivations that an administrator may make in an hour. */
  readonly removalLimitPerHour: number;
  readonly trustProxy: number;
  /** Memory for recent statistics, in bytes. */
  readonly statsCacheSize: number;
  /** Where metrics are served; undefined for nowhere. */
  readonly metricsPort: number | undefined;
  /** The address that the metrics listen on. */
  readonly metricsHost: string;
  /** Where replicas share limits and the outcomes of forms; undefined for nowhere. */
  readonly redisUrl: string | undefined;
  /** How long that may take to answer before a replica goes on without it, in milliseconds. */
  readonly redisTimeout: number;
  /** How many processes answer requests. */
  readonly webConcurrency: number;
  /** Where traces go: the address of an OpenTelemetry collector; undefined for nowhere. */
  readonly tracesUrl: string | undefined;
  readonly logLevel: LogLevel;
  /** Where vulnerabilities are reported: a URI; undefined for no `/.well-known/security.txt`. */
  readonly securityContact: string | undefined;
  /** Where browsers report violations of the Content-Security-Policy; undefined for nowhere. */
  readonly cspReportUrl: string | undefined;
  /** Backends that production calls over plain http, by name. */
  readonly insecureBackends: readonly string[];
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown when the environment cannot configure a portal; the message lists every problem by variable name. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The portal cannot start with this environment:\n${problems.map(line => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Returns the environment that this process was started with. It is read here alone, and trimmed in place: firebase-admin
 * reads FIREBASE_AUTH_EMULATOR_HOST itself, takes a blank for an emulator, and then verifies no token (T50).
 */
export function ownEnvironment(): Environment {
  for (const [name, value = ''] of Object.entries(process.env)) {
    const trimmed = value.trim();
    if (trimmed === '') delete process.env[name];
    else if (trimmed !== value) process.env[name] = trimmed;
  }
  return process.env;
}

/** Variables that name a file, and the setting whose value it holds. */
const SECRET_FILES = {
  SESSION_KEYS_FILE: 'SESSION_KEYS',
  FIREBASE_API_KEY_FILE: 'FIREBASE_API_KEY',
  REDIS_URL_FILE: 'REDIS_URL',
} as const;

/**
 * Returns the settings that an environment asks for. Space around a value does not count, and a blank variable counts as
 * one that is not set.
 * @throws {ConfigError} Thrown when a variable is missing or malformed. No value is ever in its message.
 */
export function readConfig(environment: Environment): Config {
  const { values: given, unreadable } = readSecretFiles(trimmed(environment));
  const portalEnv = given.PORTAL_ENV ?? 'uat';
  const result = v.safeParse(schemaFor(portalEnv, given), given);
  const issues = result.success ? [] : result.issues;
  const problems = [
    ...issues
      .map(issue => ({ name: String(v.getDotPath(issue)), message: issue.message }))
      // A value is missing when its file cannot be read, which is told below.
      .filter(({ name }) => !unreadable.has(name))
      .map(({ name, message }) => `${name}: ${message}`),
    ...[...unreadable].map(([name, message]) => `${name}_FILE: ${message}`),
  ];
  if (isProduction(portalEnv) && given.FIREBASE_AUTH_EMULATOR_HOST !== undefined) {
    problems.push(
      `FIREBASE_AUTH_EMULATOR_HOST: must not be set in ${portalEnv}; an emulator lets anybody sign in`,
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
  /** The environment with the contents of the files in it. */
  readonly values: Environment;
  /** What is wrong with a file, by the name of its setting. */
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

/** Whether this is plain http to anywhere but this machine. */
function isInsecure(address: string | undefined): boolean {
  const { protocol, hostname = '' } = parsedUrl(address ?? '') ?? {};
  return protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function isProduction(portalEnv: string): boolean {
  return portalEnv === 'production' || portalEnv === 'live';
}

/** Only `local` has defaults for what the outside must decide elsewhere. */
function schemaFor(portalEnv: string, { PORT: wantedPort, PUBLIC_URL: wantedOrigin }: Environment) {
  const parsedPort = v.safeParse(port, wantedPort);
  // A malformed port is one problem, not one more of everything that is built with it.
  const ownOrigin = `http://localhost:${parsedPort.success ? parsedPort.output : DEFAULT_PORT}`;
  const parsedOrigin = v.safeParse(origin, wantedOrigin ?? ownOrigin);
  const publicOrigin = parsedOrigin.success ? parsedOrigin.output : ownOrigin;
  const local = portalEnv === 'local';
  const outsideLocal = <Schema extends v.GenericSchema<string, unknown>>(schema: Schema, fallback: string) =>
    local ? v.optional(schema, fallback) : required(schema);
  const whenSelected = (selected: boolean) => (selected ? required(url) : v.optional(url));

  return v.object({
    PORT: port,
    PUBLIC_URL: outsideLocal(origin, ownOrigin),
    SESSION_KEYS: outsideLocal(keys, randomBytes(32).toString('base64url')),
    PORTAL_API_URL: outsideLocal(url, `${publicOrigin}/api`),
    SCANNER_API_PRODUCTION_URL: whenSelected(isProduction(portalEnv)),
    SCANNER_API_DEMO_URL: whenSelected(!local && !isProduction(portalEnv)),
    ECARD_API_PRODUCTION_URL: whenSelected(isProduction(portalEnv)),
    ECARD_API_DEMO_URL: whenSelected(!local && !isProduction(portalEnv)),
    FIREBASE_PROJECT_ID: outsideLocal(v.string(), 'demo-portal'),
    FIREBASE_API_KEY: outsideLocal(v.string(), 'demo-api-key'),
    FIREBASE_AUTH_EMULATOR_HOST: v.optional(
      v.pipe(v.string(), v.regex(/^[\w.[\]:-]+:\d{1,5}$/, 'must be host:port')),
    ),
    SCANNER_APP_URL: outsideLocal(url, `${publicOrigin}/sandbox/scanner-app`),
    CARDS_APP_URL: outsideLocal(url, `${publicOrigin}/sandbox/cards-app`),
    HELP_URL: outsideLocal(url, `${publicOrigin}/sandbox/help`),
    UPSTREAM_TIMEOUT_MS: wholeNumber(8000, 100, 120_000),
    SESSION_IDLE_MINUTES: wholeNumber(720, 1, 43_200),
    SESSION_MAX_HOURS: wholeNumber(168, 1, 8760),
    LOGIN_LIMIT_PER_EMAIL: wholeNumber(5, 1, 1_000_000),
    LOGIN_LIMIT_PER_IP: wholeNumber(60, 1, 1_000_000),
    FINISH_LIMIT_PER_IP: wholeNumber(30, 1, 1_000_000),
    REQUEST_LIMIT_PER_HOUR: wholeNumber(20, 1, 1_000_000),
    REMOVAL_LIMIT_PER_HOUR: wholeNumber(5000, 1, 1_000_000),
    TRUST_PROXY: wholeNumber(0, 0, 32),
    STATS_CACHE_MB: wholeNumber(64, 0, 65_536),
    METRICS_PORT: v.optional(port),
    METRICS_HOST: v.optional(host, '127.0.0.1'),
    REDIS_URL: v.optional(redisUrl),
    REDIS_TIMEOUT_MS: wholeNumber(150, 10, 10_000),
    WEB_CONCURRENCY: wholeNumber(1, 1, 32),
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
    webConcurrency: settings.WEB_CONCURRENCY,
    tracesUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: settings.LOG_LEVEL,
    securityContact: settings.SECURITY_CONTACT,
    cspReportUrl: settings.CSP_REPORT_URL,
    insecureBackends: isProduction(portalEnv) ? insecure : [],
  };
}

/** Returns the bases of the scanner and the ecard backend (P166). In `local` they are on the origin that browsers see. */
function apiUrls(portalEnv: string, settings: Settings): readonly [string, string] {
  const { PUBLIC_URL: publicOrigin } = settings;
  if (portalEnv === 'local') return [`${publicOrigin}/api`, `${publicOrigin}/ecard-api`];
  return isProduction(portalEnv)
    ? [settings.SCANNER_API_PRODUCTION_URL ?? '', settings.ECARD_API_PRODUCTION_URL ?? '']
    : [settings.SCANNER_API_DEMO_URL ?? '', settings.ECARD_API_DEMO_URL ?? ''];
}

/** A missing key would otherwise be reported in the library's words. */
function required<Schema extends v.GenericSchema<string, unknown>>(schema: Schema) {
  return v.pipe(v.optional(v.string(), ''), v.minLength(1, 'is required'), schema);
}

const MEBIBYTE = 1024 * 1024;
const DEFAULT_PORT = 3000;
const port = wholeNumber(DEFAULT_PORT, 0, 65_535);

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

function wholeNumber(fallback: number, lowest: number, highest: number) {
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
