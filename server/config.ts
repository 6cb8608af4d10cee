import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { appName, byProduct, type ProductKey, productKeys, productTerms } from '../shared/products';
import { MEBIBYTE } from '../shared/units';

/** The settings of one running portal (docs/configuration.md). */
export type Config = Readonly<ReturnType<typeof readConfig>>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown when the environment is invalid. The message lists every problem by variable name. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The portal cannot start with this environment:\n${problems.map(line => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * The environment of this process, which no other file of the portal reads. Values are trimmed and blank variables deleted
 * in place, for packages that read it: firebase-admin verifies no tokens if FIREBASE_AUTH_EMULATOR_HOST is set to a blank (T50).
 */
export function processEnvironment(environment = process.env): Environment {
  for (const [name, value = ''] of Object.entries(environment)) {
    const trimmed = value.trim();
    if (trimmed === '') delete environment[name];
    else if (trimmed !== value) environment[name] = trimmed;
  }
  return environment;
}

/** Variables whose value may be in a file, which another variable names, such as SESSION_KEYS_FILE. */
const SECRETS = ['SESSION_KEYS', 'FIREBASE_API_KEY', 'REDIS_URL'];

/**
 * Parses the settings in an environment.
 * @throws {ConfigError} Thrown when a variable is missing or malformed. Its message never contains a value.
 */
export function readConfig(environment: Environment) {
  const { values, optional, required, problems } = createReader(environment);
  const portalEnv = optional('PORTAL_ENV', v.string()) ?? 'uat';
  const isLocal = portalEnv === 'local';
  const isProduction = portalEnv === 'production' || portalEnv === 'live';

  /** Reads a variable that has a default only with `local`. */
  function requiredUnlessLocal<Value>(name: string, schema: Schema<Value>, fallback: NoInfer<Value>): Value {
    return (isLocal ? optional : required)(name, schema) ?? fallback;
  }

  /** Reads a variable that other programs read in lower case, too, which then wins. */
  function eitherCase<Value>(name: string, schema: Schema<Value>): Value | undefined {
    const lowerCase = name.toLowerCase();
    return optional(values[lowerCase] === undefined ? name : lowerCase, schema);
  }

  /** The base URL of a backend with two hosts (P166). With `local`, it is on the public origin. */
  function hostUrl({ api, localPath }: ProductSettings): string {
    const production = (isProduction ? required : optional)(`${api}_PRODUCTION_URL`, baseUrl);
    const demo = (isLocal || isProduction ? optional : required)(`${api}_DEMO_URL`, baseUrl);
    return isLocal ? publicUrl + localPath : ((isProduction ? production : demo) ?? '');
  }

  const port = optional('PORT', portNumber) ?? 3000;
  const publicUrl = requiredUnlessLocal('PUBLIC_URL', origin, new URL(`http://localhost:${port}`).origin);
  const settings = {
    port,
    /** The public origin, without a trailing slash. */
    publicUrl,
    /** The first key encrypts; all of them decrypt. */
    sessionKeys: requiredUnlessLocal('SESSION_KEYS', keys, [randomBytes(32).toString('base64url')]),
    portalApiUrl: requiredUnlessLocal('PORTAL_API_URL', baseUrl, `${publicUrl}/api`),
    /** The base URL of each product's backend. */
    apiUrls: byProduct(key => hostUrl(productTerms[key].settings)),
    firebase: {
      projectId: requiredUnlessLocal('FIREBASE_PROJECT_ID', v.string(), 'demo-portal'),
      apiKey: requiredUnlessLocal('FIREBASE_API_KEY', v.string(), 'demo-api-key'),
      emulatorHost: optional('FIREBASE_AUTH_EMULATOR_HOST', hostAndPort),
    },
    /** The download link of each product's app. */
    appUrls: byProduct(key => {
      const { app } = productTerms[key].settings;
      return requiredUnlessLocal(`${app}_URL`, url, `${publicUrl}/sandbox/${appName(key)}`);
    }),
    helpUrl: requiredUnlessLocal('HELP_URL', url, `${publicUrl}/sandbox/help`),
    /** The timeout of one backend call, in milliseconds. */
    upstreamTimeout: optional('UPSTREAM_TIMEOUT_MS', integerBetween(100, 120_000)) ?? 8000,
    sessionIdleMinutes: optional('SESSION_IDLE_MINUTES', integerBetween(1, 43_200)) ?? 720,
    sessionMaxHours: optional('SESSION_MAX_HOURS', integerBetween(1, 8760)) ?? 168,
    loginLimitPerEmail: optional('LOGIN_LIMIT_PER_EMAIL', integerBetween(1, 1_000_000)) ?? 5,
    loginLimitPerIp: optional('LOGIN_LIMIT_PER_IP', integerBetween(1, 1_000_000)) ?? 60,
    /** How many sign-in attempts of one network address may fail in 15 minutes. */
    finishLimitPerIp: optional('FINISH_LIMIT_PER_IP', integerBetween(1, 1_000_000)) ?? 30,
    /** How many requests for licenses or profile data an administrator may send per hour. */
    requestLimitPerHour: optional('REQUEST_LIMIT_PER_HOUR', integerBetween(1, 1_000_000)) ?? 20,
    /** How many licenses and cards an administrator may revoke or deactivate per hour. */
    removalLimitPerHour: optional('REMOVAL_LIMIT_PER_HOUR', integerBetween(1, 1_000_000)) ?? 5000,
    trustProxy: optional('TRUST_PROXY', integerBetween(0, 32)) ?? 0,
    /** How long an idle connection is kept, in milliseconds. */
    keepAliveTimeout: optional('KEEP_ALIVE_TIMEOUT_MS', integerBetween(1000, 86_400_000)) ?? 650_000,
    /** The memory limit of the stats cache, in bytes. */
    statsCacheSize: (optional('STATS_CACHE_MB', integerBetween(0, 65_536)) ?? 96) * MEBIBYTE,
    metricsPort: optional('METRICS_PORT', portNumber),
    metricsHost: optional('METRICS_HOST', host) ?? '127.0.0.1',
    /** The Redis in which replicas share limits, ended sessions, submitted forms and records. */
    redisUrl: optional('REDIS_URL', redisUrl),
    /** The timeout of a Redis command, after which Redis counts as unavailable, in milliseconds. */
    redisTimeout: optional('REDIS_TIMEOUT_MS', integerBetween(10, 10_000)) ?? 150,
    /** The average delay of the event loop above which requests are answered 503, in milliseconds. */
    eventLoopDelayLimit: optional('EVENT_LOOP_DELAY_LIMIT_MS', integerBetween(100, 60_000)) ?? 700,
    /** How long the data of a page may load before its skeleton is sent, in milliseconds (P7). */
    skeletonDelay: optional('SKELETON_DELAY_MS', integerBetween(0, 60_000)) ?? 30,
    /** The proxies for outgoing calls, and the hosts that are called without. */
    proxies: {
      http: eitherCase('HTTP_PROXY', proxyUrl),
      https: eitherCase('HTTPS_PROXY', proxyUrl),
      except: eitherCase('NO_PROXY', v.string())?.split(/[\s,]+/) ?? [],
    },
    tracesUrl: optional('OTEL_EXPORTER_OTLP_ENDPOINT', url),
    logLevel: optional('LOG_LEVEL', logLevel) ?? 'info',
    /** The URI for vulnerability reports; undefined for no `/.well-known/security.txt`. */
    securityContact: optional('SECURITY_CONTACT', contact),
    cspReportUrl: optional('CSP_REPORT_URL', url),
  };

  if (isProduction && values.FIREBASE_AUTH_EMULATOR_HOST !== undefined) {
    problems.push(
      `FIREBASE_AUTH_EMULATOR_HOST: must not be set in ${portalEnv}; an emulator accepts every sign-in`,
    );
  }
  if (isProduction && isInsecure(values.PUBLIC_URL)) {
    problems.push(`PUBLIC_URL: must begin with https:// in ${portalEnv}, except on a loopback address`);
  }
  if (settings.port !== 0 && settings.port === settings.metricsPort) {
    problems.push('METRICS_PORT: must not be the same as PORT');
  }
  if (problems.length > 0) throw new ConfigError(problems);

  const backends = {
    PORTAL_API: settings.portalApiUrl,
    ...Object.fromEntries(productKeys.map(key => [productTerms[key].settings.api, settings.apiUrls[key]])),
  };
  return {
    ...settings,
    /** Whether administrators reach the portal over https. Cookies are then Secure, with `__Host-` names. */
    secure: publicUrl.startsWith('https:'),
    /** The settings of backends that are called over plain http in production, such as `SCANNER_API`. */
    insecureBackends: Object.entries(backends).flatMap(([name, address]) =>
      isProduction && isInsecure(address) ? [name] : [],
    ),
  };
}

type ProductSettings = (typeof productTerms)[ProductKey]['settings'];

type Schema<Value> = v.GenericSchema<string, Value>;

/** Functions that read one variable each, whose value may be in a file, and the problems of unreadable variables. */
function createReader(environment: Environment) {
  const values: Record<string, string | undefined> = { ...environment };
  const problems: string[] = [];
  /** Their files are reported instead. */
  const unreadable = new Set<string>();

  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`];
    if (file === undefined) continue;
    const refuse = (message: string) => {
      unreadable.add(name);
      problems.push(`${name}_FILE: ${message}`);
    };
    if (environment[name] !== undefined) {
      refuse(`must not be set together with ${name}`);
      continue;
    }
    try {
      values[name] = readFileSync(file, 'utf8').trim();
      if (values[name] === '') refuse('names an empty file');
    } catch {
      refuse(isQuoted(file) ? QUOTED : 'names a file that cannot be read');
    }
  }

  function report(name: string, message: string): void {
    if (!unreadable.has(name)) problems.push(`${name}: ${message}`);
  }

  function optional<Value>(name: string, schema: Schema<Value>): Value | undefined {
    const text = values[name];
    if (text === undefined) return undefined;
    if (isQuoted(text)) {
      report(name, QUOTED);
      return undefined;
    }
    const result = v.safeParse(schema, text);
    if (result.success) return result.output;
    for (const { message } of result.issues) report(name, message);
    return undefined;
  }

  function required<Value>(name: string, schema: Schema<Value>): Value | undefined {
    if (values[name] === undefined) report(name, 'is required');
    return optional(name, schema);
  }

  return { values, optional, required, problems };
}

/** Quotes come from files of variables that no shell reads, such as those for `docker run --env-file`. */
const QUOTED = 'must not have quotes around its value';

const isQuoted = (text: string): boolean => /^(["'“‘]).*["'”’]$/s.test(text);

/** Whether this URL uses plain http and is not on a loopback address. */
function isInsecure(address: string | undefined): boolean {
  const { protocol, hostname = '' } = URL.parse(address ?? '') ?? {};
  return protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

const portNumber = integerBetween(0, 65_535);

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const logLevel = v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`);

const hostAndPort = v.pipe(v.string(), v.regex(/^[\w.[\]:-]+:\d{1,5}$/, 'must be host:port'));

const host = v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an address or a host name, without a port'));

const url = v.pipe(
  v.string(),
  v.check(
    text => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an address that begins with http:// or https://',
  ),
  // Longer ones do not fit into a QR code (P363).
  v.maxLength(2000, 'must have at most 2,000 characters'),
);

const ENCODED_PASSWORD = 'with / # ? @ % in its password written %2F %23 %3F %40 %25';

/** The address of a proxy, with http:// or without. */
const proxyUrl = v.pipe(
  v.string(),
  v.transform(text => (text.includes('://') ? text : `http://${text}`)),
  v.check(
    text => /^https?:/.test(text) && endsAtPort(text),
    `must be the address of a proxy, such as http://proxy.example:3128, ${ENCODED_PASSWORD}`,
  ),
);

/** Calls append a path to it. */
const baseUrl = v.pipe(
  url,
  v.check(text => {
    const { username = '', password = '', search = '', hash = '' } = URL.parse(text) ?? {};
    return username + password + search + hash === '';
  }, 'must not contain credentials, a query or a fragment'),
);

const redisUrl = v.pipe(
  v.string(),
  v.transform(text => text.replace(/^valkey(?=s?:)/i, 'redis')),
  v.check(
    text => /^rediss?:/.test(text) && endsAtPort(text, /^\/?\d*$/),
    `must be an address that begins with redis://, rediss://, valkey:// or valkeys://, ${ENCODED_PASSWORD}`,
  ),
);

/** With an unencoded character in its password, an address may seem to end there, and the rest to be its path. */
function endsAtPort(text: string, path = /^\/?$/): boolean {
  const { hostname, pathname = '', search, hash, username, password } = URL.parse(text) ?? {};
  try {
    decodeURIComponent(`${username}${password}`);
  } catch {
    return false;
  }
  return Boolean(hostname) && path.test(pathname) && !`${search}${hash}`.includes('@');
}

const origin = v.pipe(
  v.string(),
  v.check(text => {
    const parsed = URL.parse(text);
    return parsed !== null && /^https?:$/.test(parsed.protocol) && `${parsed.origin}/` === parsed.href;
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
  v.transform(text => text.split(/\s*[,\n]\s*/)),
  v.check(list => list.every(key => key.length >= 32), 'every key must have at least 32 characters'),
  v.check(
    list => list.every(key => key.length < 32 || new Set(key).size >= 5),
    'every key must have at least 5 different characters',
  ),
  v.transform(([first = '', ...rest]): readonly [string, ...string[]] => [first, ...rest]),
);

function integerBetween(lowest: number, highest: number) {
  const rule = `must be a whole number from ${lowest} to ${highest}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, rule),
    v.transform(Number),
    v.check(value => value >= lowest && value <= highest, rule),
  );
}
