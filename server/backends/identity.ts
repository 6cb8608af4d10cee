import type { Logger } from 'pino';
import {
  type FailureReason,
  IdentityRefusesPortal,
  IdentityRejected,
  IdentityUnavailable,
  PERSON_REFUSED,
} from '../errors';
import { readClaims, type Tokens } from '../session/credentials';
import type { CallOutcome } from './call';
import { abortAfter, aborted } from './deadline';
import type { Firebase, FirebaseSettings } from './firebase';
import { type BackendPool, createPools } from './pools';
import { agentFor, type Proxies } from './proxies';
import { readBody } from './read-body';
import { parseFields, toFields, toObjects, toText } from './wire';

/** How many connections to each endpoint of the provider may be open. */
const CONNECTIONS_LIMIT = 16;

/** The largest response that is read, in bytes. Usual ones have 2 KB. */
const RESPONSE_LIMIT_BYTES = 64 * 1024;

/**
 * The codes that are about a link, a person or a session. Every other code is about the portal: it ends no session and
 * blames no link.
 */
const LINK_REJECTED = ['INVALID_OOB_CODE', 'EXPIRED_OOB_CODE', 'INVALID_EMAIL', ...PERSON_REFUSED];
const SESSION_REJECTED = ['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND', 'INVALID_REFRESH_TOKEN'];

export type Identity = ReturnType<typeof createIdentity>;

interface IdentitySettings extends FirebaseSettings {
  /** The timeout of one call, in milliseconds. */
  readonly timeout: number;
  readonly proxies?: Proxies;
  readonly observe?: (call: CallOutcome) => void;
}

type Fields = ReturnType<typeof toFields>;

/** A client of the identity provider, Firebase Authentication. Only the server calls it, never the browser. */
export function createIdentity(settings: IdentitySettings) {
  const { timeout, observe, apiKey } = settings;
  const pools = createPools(timeout, settings.proxies);
  const urls = providerUrls(settings);
  const endpointAt = (url: string) =>
    endpoint(`${url}?key=${encodeURIComponent(apiKey)}`, pools.open(url, CONNECTIONS_LIMIT));
  const secureToken = endpointAt(`${urls.renewal}/v1/token`);
  const identityToolkit = endpointAt(`${urls.signIn}/v1/accounts:signInWithEmailLink`);

  let opened: Promise<Firebase> | undefined;
  const firebase = () => {
    opened ??= import('./firebase')
      .then(({ openFirebase }) => openFirebase(settings, agentFor(urls.keys, settings.proxies, timeout)))
      .catch(error => {
        // The next sign-in tries again to load the file (T50).
        opened = undefined;
        throw new IdentityUnavailable('network', 'its SDK was not loaded', { cause: error });
      });
    return opened;
  };

  /** Makes a call until it settles, the deadline passes or `disconnect` aborts. */
  async function call<Result>(
    name: string,
    work: (signal: AbortSignal) => Promise<Result>,
    disconnect?: AbortSignal,
  ): Promise<Result> {
    const { signal, clear } = abortAfter(timeout, disconnect);
    const startedAt = performance.now();
    const report = (outcome: CallOutcome['outcome']) =>
      observe?.({ name, milliseconds: performance.now() - startedAt, outcome });
    try {
      const result = await Promise.race([work(signal), aborted(signal)]);
      report('ok');
      return result;
    } catch (error) {
      const reason: FailureReason = signal.aborted ? signal.reason : reasonOf(error);
      report(reason);
      throw signal.aborted ? new IdentityUnavailable(reason, reason) : error;
    } finally {
      clear();
    }
  }

  async function verified(idToken: unknown, refreshToken: unknown): Promise<Tokens> {
    // A truncated token is malformed.
    const whole = (token: unknown) => toText(token, Number.POSITIVE_INFINITY);
    const tokens = { idToken: whole(idToken), refreshToken: whole(refreshToken) };
    if (tokens.refreshToken === '' || !readClaims(tokens.idToken)) {
      throw new IdentityUnavailable('content', 'its answer has no usable tokens');
    }
    const { verify } = await firebase();
    await verify(tokens.idToken);
    return tokens;
  }

  // Not the SDK's signInWithEmailLink, which cannot be aborted and leaves a 30-second timer running.
  async function exchangeCode(email: string, code: string | undefined, signal: AbortSignal): Promise<Fields> {
    const response = await identityToolkit(
      { contentType: 'application/json', body: JSON.stringify({ email, oobCode: code }) },
      { signal, rejections: LINK_REJECTED },
    );
    if ('mfaPendingCredential' in response) throw new IdentityRefusesPortal('MFA_REQUIRED');
    return response;
  }

  function exchangeRefreshToken(refreshToken: string, signal: AbortSignal): Promise<Fields> {
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
    return secureToken(
      { contentType: 'application/x-www-form-urlencoded', body: form.toString() },
      { signal, rejections: SESSION_REJECTED },
    );
  }

  return {
    readCode: async (link: string) => (await firebase()).readCode(link),
    /**
     * Completes a sign-in and consumes the link. The signal aborts the call.
     * @throws {IdentityRejected} Thrown when the provider does not accept the link with this email.
     * @throws {IdentityRefusesPortal} Thrown when the provider does not accept requests of the portal.
     * @throws {IdentityUnavailable} Thrown when the provider does not answer in time, or not as documented.
     */
    signIn: (email: string, link: string, disconnect?: AbortSignal): Promise<Tokens> =>
      call(
        'sign-in',
        async signal => {
          const { readCode } = await firebase();
          const { idToken, refreshToken } = await exchangeCode(email, readCode(link), signal);
          return verified(idToken, refreshToken);
        },
        disconnect,
      ),
    /**
     * Renews the tokens of a session.
     * @throws {IdentityRejected} Thrown when the provider has ended the session.
     * @throws {IdentityRefusesPortal} Thrown when the provider does not accept requests of the portal.
     * @throws {IdentityUnavailable} Thrown when the provider does not answer in time, or not as documented.
     */
    refresh: (refreshToken: string): Promise<Tokens> =>
      call('token renewal', async signal => {
        const { id_token, refresh_token } = await exchangeRefreshToken(refreshToken, signal);
        return verified(id_token, refresh_token);
      }),
    /** Loads the SDK, before a new build can remove its file. If that fails, the next sign-in tries again. */
    async load(): Promise<void> {
      await firebase().catch(() => {});
    },
    /** Logs which endpoints refuse the portal or are not available. Signs nobody in. */
    async check(logger: Logger): Promise<void> {
      const probes = {
        'sign-in': (signal: AbortSignal) => exchangeCode('nobody@portal.invalid', 'no-code', signal),
        'token renewal': (signal: AbortSignal) => exchangeRefreshToken('no-token', signal),
      };
      await Promise.all(
        Object.entries(probes).map(([name, probe]) =>
          call(`${name} check`, probe).catch(error => {
            // The provider has read the request, so it accepts the key.
            if (error instanceof IdentityRejected) return;
            const isRefused = error instanceof IdentityRefusesPortal;
            logger.warn(
              { err: error, call: name },
              `The identity provider ${isRefused ? 'refuses the portal' : 'is not available'}`,
            );
          }),
        ),
      );
    },
    async close(): Promise<void> {
      await Promise.all([opened?.then(({ close }) => close()).catch(() => {}), pools.close()]);
    },
  };
}

/** The URLs of the provider's services. An emulator has them below its own, and its tokens need no keys. */
export function providerUrls({ emulatorHost }: Pick<FirebaseSettings, 'emulatorHost'>) {
  const base = emulatorHost ? `http://${emulatorHost}/` : 'https://';
  return {
    signIn: `${base}identitytoolkit.googleapis.com`,
    renewal: `${base}securetoken.googleapis.com`,
    keys: `${base}www.googleapis.com`,
  };
}

function reasonOf(error: unknown): FailureReason {
  if (error instanceof IdentityRejected) return 'rejected';
  return error instanceof IdentityUnavailable ? error.reason : 'network';
}

/** A code of the identity service, such as `INVALID_OOB_CODE`, possibly with an explanation. */
const SERVICE_CODE = /^([A-Z][A-Z_]{2,60})(?: ?:|$)/;

/**
 * The code of an error: the identity service's, or the reason of Google's other APIs, whose message is a sentence. The
 * sentence is not logged: it may repeat the request.
 */
function errorCode({ error }: Fields, status: number): string {
  const { message, status: apiStatus, details } = toFields(error);
  const [, serviceCode] = SERVICE_CODE.exec(toText(message)) ?? [];
  if (serviceCode !== undefined) return serviceCode;
  if (/^API key expired/i.test(toText(message))) return 'API_KEY_EXPIRED';
  const reasons = [...(toObjects(details) ?? []).map(({ reason }) => toText(reason)), toText(apiStatus)];
  return reasons.find(reason => SERVICE_CODE.test(reason)) ?? `STATUS_${status}`;
}

function endpoint(url: string, pool: BackendPool) {
  const { pathname, search } = new URL(url);

  async function request(body: string, contentType: string, signal: AbortSignal) {
    try {
      const headers = { 'content-type': contentType };
      const { statusCode, body: stream } = await pool.request({
        method: 'POST',
        path: pathname + search,
        headers,
        body,
        signal,
      });
      const fields = parseFields(await readBody(stream, RESPONSE_LIMIT_BYTES));
      if (!fields) throw new Error('The response is not a JSON object');
      return { status: statusCode, fields };
    } catch (error) {
      throw new IdentityUnavailable('network', 'no readable response', { cause: error });
    }
  }

  /**
   * Posts to the endpoint, and resolves with the JSON object of a successful response.
   * @throws {IdentityRejected} Thrown for an error with one of the codes in `rejections`.
   * @throws {IdentityRefusesPortal} Thrown for any other error of the request.
   * @throws {IdentityUnavailable} Thrown when there is no response, or none that can be read.
   */
  return async (
    { contentType, body }: { contentType: string; body: string },
    { signal, rejections }: { signal: AbortSignal; rejections: readonly string[] },
  ): Promise<Fields> => {
    const { status, fields } = await request(body, contentType, signal);
    if (status === 200) return fields;
    if (status < 400 || status > 499) throw new IdentityUnavailable('status', `status ${status}`);
    const code = errorCode(fields, status);
    throw rejections.includes(code) ? new IdentityRejected(code) : new IdentityRefusesPortal(code);
  };
}
