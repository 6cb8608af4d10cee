/** The engines, each by the name of its browser. */
const engineNames = ['chromium', 'firefox', 'webkit'] as const;

export type EngineName = (typeof engineNames)[number];

export interface EngineOptions {
  /** Whether pages may run scripts. */
  readonly scripts: boolean;
  readonly dark: boolean;
  /** Where the browser stores its profile and downloads. The caller removes it. */
  readonly folder: string;
  /** How long the browser may take to start or to answer, in milliseconds. */
  readonly timeoutMs: number;
}

/** A browser with one page, as its automation protocol offers it. `Tab` has the verbs that people use. */
export interface Engine {
  /** Console errors, uncaught exceptions and failed requests so far. WebKit does not report them. */
  readonly problems: string[];
  /** The folder of the files that pages download. */
  readonly downloads: string;
  /** Starts to load an address, and returns before the page has loaded. */
  open(address: string): Promise<void>;
  /** Moves through the history, and returns before the page has loaded. */
  history(step: -1 | 1): Promise<void>;
  /** Evaluates an expression, even if pages may run no scripts. Returns its value as JSON. */
  evaluate(expression: string): Promise<unknown>;
  movePointer(x: number, y: number): Promise<void>;
  /** Clicks where the pointer is. */
  click(): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  upload(selector: string, path: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Returns the window as PNG. */
  picture(): Promise<Buffer>;
  /** Replaces all cookies of the browser for the page's host. */
  setCookies(cookies: readonly Cookie[], origin: string): Promise<void>;
  close(): Promise<void>;
}

export type Key = 'Enter' | 'Escape' | 'Tab' | 'Space';

export interface Cookie {
  readonly name: string;
  readonly value: string;
}
