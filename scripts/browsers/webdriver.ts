/** Sends commands to one session of a WebDriver server (https://www.w3.org/TR/webdriver2/). */
export class WebDriverSession {
  private constructor(
    private readonly address: string,
    private readonly timeoutMs: number,
  ) {}

  /**
   * Starts a session.
   * @throws {Error} Thrown when the server cannot start the browser in time.
   */
  static async start(
    server: string,
    capabilities: object,
    { startMs, commandMs }: { readonly startMs: number; readonly commandMs: number },
  ): Promise<WebDriverSession> {
    const { sessionId } = (await send('POST', `${server}/session`, startMs, {
      capabilities: { alwaysMatch: capabilities },
    })) as { readonly sessionId: string };
    return new WebDriverSession(`${server}/session/${sessionId}`, commandMs);
  }

  get(command: string): Promise<unknown> {
    return send('GET', `${this.address}/${command}`, this.timeoutMs);
  }

  post(command: string, body: object = {}): Promise<unknown> {
    return send('POST', `${this.address}/${command}`, this.timeoutMs, body);
  }

  delete(command = ''): Promise<unknown> {
    return send('DELETE', `${this.address}/${command}`.replace(/\/$/, ''), this.timeoutMs);
  }
}

/** @throws {Error} Thrown when the server reports an error or does not answer in time. */
async function send(method: string, address: string, timeoutMs: number, body?: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    ...(body && { body: JSON.stringify(body) }),
  }).catch(cause => {
    throw new Error(`No answer to ${method} ${address}`, { cause });
  });
  const { value } = (await response.json()) as { readonly value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { readonly error: string; readonly message: string };
  throw new Error(`${error}: ${message}`);
}
