import request, { type Response, type Test } from 'supertest';
import type { App } from 'supertest/types';
import { latestLink, type TestPortal } from '../portal/portal';

type Headers = Readonly<Record<string, string>>;

/** A test's portal, or an HTTP server that serves it. */
type Target = Pick<TestPortal, 'store'> & { readonly app: App };

/**
 * An HTTP client whose cookies and headers tests can read and change.
 * It sends Secure cookies over http, too, because tests have no TLS proxy.
 */
export class HttpClient {
  /** All responses, in order. */
  readonly responses: Response[] = [];

  constructor(
    private readonly portal: Target,
    private readonly headers: Headers = {},
    readonly cookies = new Map<string, string>(),
  ) {}

  /** The Cookie header of its next request. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get(address: string, headers: Headers = {}): Promise<Response> {
    return this.#send(request(this.portal.app).get(address), headers);
  }

  head(address: string, headers: Headers = {}): Promise<Response> {
    return this.#send(request(this.portal.app).head(address), headers);
  }

  /** Posts a form; a string is sent unchanged. */
  post(address: string, form: Headers | string = {}, headers: Headers = {}): Promise<Response> {
    const body = typeof form === 'string' ? form : new URLSearchParams(form).toString();
    return this.#send(request(this.portal.app).post(address).type('form').send(body), headers);
  }

  /** Requests a link and completes the sign-in with it. Returns the last response. */
  async signIn(email = 'dana@acme.example'): Promise<Response> {
    await this.post('/login', { email });
    return this.post(latestLink(this.portal.store, email), { email });
  }

  /** Returns another client with the same cookies, as if they were stolen, possibly for another portal. */
  copy(portal: Target = this.portal): HttpClient {
    return new HttpClient(portal, this.headers, new Map(this.cookies));
  }

  async #send(test: Test, headers: Headers): Promise<Response> {
    const { cookie } = this;
    const response = await test.set({ ...this.headers, ...(cookie && { Cookie: cookie }), ...headers });
    this.responses.push(response);
    for (const { name, value, expired } of setCookies(response)) {
      if (expired) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

interface SetCookie {
  readonly name: string;
  readonly value: string;
  /** In lower case, with their values: 'path=/', 'httponly'. */
  readonly attributes: readonly string[];
  readonly expired: boolean;
  /** The size of the header in bytes. */
  readonly size: number;
}

/** Returns the cookies that a response sets or clears. */
export function setCookies(response: Response): SetCookie[] {
  const headers: unknown = response.headers['set-cookie'];
  if (!Array.isArray(headers)) return [];
  return headers.map((header: string) => {
    const [pair = '', ...attributes] = header.split(/; */);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const expires = attributes.find(attribute => /^expires=/i.test(attribute))?.slice('expires='.length);
    return {
      name,
      value,
      attributes: attributes.map(attribute => attribute.toLowerCase()).toSorted(),
      expired: expires !== undefined && Date.parse(expires) <= 0,
      size: Buffer.byteLength(header),
    };
  });
}
