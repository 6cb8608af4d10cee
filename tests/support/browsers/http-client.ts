import request, { type Response, type Test } from 'supertest';
import type { App } from 'supertest/types';

export type Headers = Readonly<Record<string, string>>;

/** Sent with every form of the portal's own pages. */
const OWN_FORM: Headers = { 'Sec-Fetch-Site': 'same-origin' };

/**
 * Sends requests and stores cookies, which tests can read and change. It does not follow redirects, and sends Secure
 * cookies over http, too, because tests have no TLS proxy.
 */
export class HttpClient {
  readonly responses: Response[] = [];
  readonly cookies = new Map<string, string>();

  /** For an app in this process, or at an origin. Sends these headers with each request. */
  constructor(
    protected readonly app: App,
    readonly headers: Headers = {},
  ) {}

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The name of its cookie of a kind; '' for none. */
  cookieName(kind: string): string {
    return [...this.cookies.keys()].find(name => kindOfCookie(name) === kind) ?? '';
  }

  get(address: string, headers: Headers = {}): Promise<Response> {
    return this.exchange(request(this.app).get(pathOf(address)).buffer(true), headers);
  }

  /** Gets a binary file: its bytes are the body of the response. */
  getBytes(address: string): Promise<Response> {
    return this.exchange(request(this.app).get(pathOf(address)).responseType('blob'), {});
  }

  head(address: string, headers: Headers = {}): Promise<Response> {
    return this.exchange(request(this.app).head(pathOf(address)), headers);
  }

  /** Posts a form; a string is sent unchanged. */
  post(address: string, form: Headers | string = {}, headers: Headers = OWN_FORM): Promise<Response> {
    const body = typeof form === 'string' ? form : new URLSearchParams(form).toString();
    return this.exchange(request(this.app).post(pathOf(address)).type('form').send(body), headers);
  }

  /** Posts a form of any type, as a page of the portal does. */
  async postBody(address: string, body: globalThis.Response): Promise<Response> {
    const test = request(this.app)
      .post(pathOf(address))
      .set(Object.fromEntries(body.headers))
      .serialize(bytes => bytes)
      .send(Buffer.from(await body.arrayBuffer()));
    return this.exchange(test, OWN_FORM);
  }

  private async exchange(test: Test, headers: Headers): Promise<Response> {
    const { cookie } = this;
    // Compression takes time; its tests ask for it.
    const own = { 'Accept-Encoding': 'identity', ...(cookie && { Cookie: cookie }) };
    const response = await test.set({ ...own, ...this.headers, ...headers });
    this.responses.push(response);
    this.store(response);
    return response;
  }

  store(response: Response): void {
    for (const { name, value, expired } of setCookies(response)) {
      if (expired) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** Returns an address without its fragment, which browsers do not send. */
export function pathOf(address: string): string {
  return address.split('#', 1)[0] ?? '';
}

/** Returns a cookie's name without its prefix and the IDs after its kind. */
export function kindOfCookie(name: string): string {
  return name.replace(/^__Host-/, '').replace(/\.(?!sig$).+?(?=(\.sig)?$)/, '');
}

interface SetCookie {
  readonly name: string;
  readonly value: string;
  /** In lower case, with their values: 'path=/', 'httponly'. */
  readonly attributes: readonly string[];
  readonly expired: boolean;
  readonly size: number;
}

export function setCookies(response: Response): SetCookie[] {
  const headers: unknown = response.headers['set-cookie'];
  if (!Array.isArray(headers)) return [];
  return headers.map((header: string) => {
    const [pair = '', ...attributes] = header.split(/; */);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return {
      name,
      value,
      attributes: attributes.map(attribute => attribute.toLowerCase()).toSorted(),
      expired: attributes.some(attribute => /^(Max-Age=0|Expires=Thu, 01 Jan 1970 .*)$/.test(attribute)),
      size: Buffer.byteLength(header),
    };
  });
}
