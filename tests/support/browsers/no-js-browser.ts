import { type Cheerio, type CheerioAPI, load } from 'cheerio';
import type { Element } from 'domhandler';
import type { Response as TestResponse } from 'supertest';
import type { App } from 'supertest/types';
import { type Headers, HttpClient, pathOf } from './http-client';

const REDIRECT_LIMIT = 5;
const PAGE: Headers = { Accept: 'text/html' };

/** Returns the path and query of the newest sign-in link for an address. */
type Mailbox = (email: string) => string | Promise<string>;

/**
 * A browser without JavaScript: it follows links, fills in fields by their labels and presses buttons by their texts,
 * like its users, and follows redirects. Tests can also send a single request with `get`, `head` and `post`.
 */
export class NoJsBrowser extends HttpClient {
  /** The last page, after redirects. */
  response!: TestResponse;
  #parsed: CheerioAPI | undefined;
  /** The path and query of the current page. */
  address = '';

  #chosenFiles = new Map<string, File>();

  constructor(
    app: App,
    private readonly latestLink?: Mailbox,
    headers?: Headers,
  ) {
    super(app, headers);
  }

  /** Returns another browser with the same cookies, as if they were stolen, possibly for another portal. */
  copy(app = this.app): NoJsBrowser {
    const copy = new NoJsBrowser(app, this.latestLink, this.headers);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  /** The current page. Parsed lazily, because many visited pages are never read. */
  get $(): CheerioAPI {
    if (this.#parsed === undefined) {
      this.#parsed = load(this.response.text ?? '');
      // Removes the skeleton, which browsers replace with the content.
      this.#parsed('template, portal-page > [slot]').remove();
    }
    return this.#parsed;
  }

  get status(): number {
    return this.response.status;
  }

  /** Returns the visible text of the page or of a part of it, with whitespace collapsed. */
  text(selector = 'body'): string {
    const $part = this.$(selector).clone();
    $part.find('script, style').remove();
    return $part
      .map((_, element) => readable(this.$, element))
      .get()
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
  }

  texts(selector: string): string[] {
    return this.$(selector)
      .toArray()
      .map(element => readable(this.$, element).replace(/\s+/g, ' ').trim());
  }

  attributes(selector: string, name: string): string[] {
    return this.$(selector)
      .toArray()
      .map(element => this.$(element).attr(name) ?? '');
  }

  async visit(address: string): Promise<this> {
    return this.#arrive(address, await this.get(address, PAGE));
  }

  async reload(): Promise<this> {
    const response = await this.get(this.address, { ...PAGE, 'Cache-Control': 'max-age=0' });
    return this.#arrive(this.address, response);
  }

  async follow(label: string): Promise<this> {
    return this.visit(this.href(label));
  }

  /** Returns the href of the link with this text or accessible name. */
  href(label: string): string {
    const href = this.#named('a[href]', label).attr('href');
    if (href === undefined) throw new Error(`No link '${label}' at ${this.address}`);
    return new URL(href, `http://portal.example${this.address}`).href.replace('http://portal.example', '');
  }

  async download(label: string): Promise<TestResponse> {
    return this.get(this.href(label));
  }

  /** Requests a sign-in link and submits its form. Returns the response to the form. */
  async signIn(email = 'dana@acme.example'): Promise<TestResponse> {
    await this.post('/login', { email });
    if (this.latestLink === undefined) throw new Error('This site sends no links');
    const { response } = await this.submit(await this.latestLink(email), [['email', email]]);
    return response;
  }

  fill(label: string, value: string): this {
    this.#field(label).val(value);
    if (this.value(label) !== value) throw new Error(`The field '${label}' does not offer '${value}'`);
    return this;
  }

  check(label: string): this {
    const $box = this.#named('input[type=checkbox]', label);
    if ($box.length === 0) throw new Error(`No checkbox '${label}' at ${this.address}`);
    $box.attr('checked', '');
    return this;
  }

  choose(label: string, file: File): this {
    this.#chosenFiles.set(this.#field(label).attr('name') ?? '', file);
    return this;
  }

  value(label: string): string {
    return String(this.#field(label).val() ?? '');
  }

  /** Presses the button with this text and follows redirects. */
  async press(label: string): Promise<this> {
    const { method, action, pairs, fileNames } = this.form(label);
    if (fileNames) {
      const form = new FormData();
      for (const [name, value] of pairs) form.append(name, value);
      // Like a browser, sends an empty, unnamed file for a file input without a selection.
      for (const name of fileNames) form.append(name, this.#chosenFiles.get(name) ?? new File([], ''));
      return this.submitBody(action, new Response(form));
    }
    if (method === 'post') return this.submit(action, pairs);
    const query = new URLSearchParams(pairs).toString();
    return this.visit(`${pathOf(action).split('?')[0]}?${query}`);
  }

  /** Presses a button, and does not follow redirects. Returns the response to its form. */
  async send(label: string): Promise<TestResponse> {
    const { action, pairs } = this.form(label);
    return this.postBody(action, new Response(new URLSearchParams(pairs)));
  }

  /** Submits a form, whose fields may repeat, and follows redirects. */
  async submit(action: string, fields: [name: string, value: string][]): Promise<this> {
    return this.submitBody(action, new Response(new URLSearchParams(fields)));
  }

  /** Submits a form of any type, and follows redirects. */
  async submitBody(action: string, body: Response): Promise<this> {
    return this.#arrive(action, await this.postBody(action, body));
  }

  /**
   * Returns the fields and the target of a button's form. `pairs` has fields that come more than once; `fileNames` are the
   * fields for files of a multipart form, undefined for other forms.
   */
  form(label: string): {
    method: 'get' | 'post';
    action: string;
    fields: Record<string, string>;
    pairs: [name: string, value: string][];
    fileNames: string[] | undefined;
  } {
    const $button = this.#named('button', label);
    if ($button.length === 0) throw new Error(`No button '${label}' at ${this.address}`);
    if ($button.is('[disabled]')) throw new Error(`The button '${label}' is disabled`);
    const $form = $button.closest('form');
    const pairs = $form.serializeArray().map(({ name, value }): [string, string] => [name, value]);
    const name = $button.attr('name');
    if (name !== undefined) pairs.push([name, $button.attr('value') ?? '']);
    return {
      method: ($button.attr('formmethod') ?? $form.attr('method')) === 'post' ? 'post' : 'get',
      action: $button.attr('formaction') ?? $form.attr('action') ?? this.address,
      fields: Object.fromEntries(pairs),
      pairs,
      fileNames:
        $form.attr('enctype') === 'multipart/form-data'
          ? $form
              .find('input[type=file]')
              .toArray()
              .map(field => this.$(field).attr('name') ?? '')
          : undefined,
    };
  }

  has(selector: string): boolean {
    return this.$(selector).length > 0;
  }

  /** Returns the cell texts of the table with this caption, by row. */
  rows(caption: string): string[][] {
    return this.table(caption)
      .find('tbody tr')
      .toArray()
      .map(row =>
        this.$(row)
          .find('th, td')
          .not('.select')
          .toArray()
          .map(cell => visible(this.$, cell)),
      );
  }

  async #arrive(address: string, response: TestResponse): Promise<this> {
    let [at, answer] = [address, response];
    for (let hops = 0; answer.redirect; hops++) {
      if (hops === REDIRECT_LIMIT) throw new Error(`Too many redirects from ${address}`);
      at = answer.headers.location ?? '';
      answer = await this.get(at, PAGE);
    }
    this.response = answer;
    this.address = pathOf(at);
    this.#parsed = undefined;
    this.#chosenFiles = new Map();
    return this;
  }

  #field(label: string): Cheerio<Element> {
    const $label = this.$('label[for]').filter((_, element) => this.$(element).text().trim() === label);
    const id = $label.attr('for');
    const selector = id === undefined ? `[aria-label="${label}"]` : `[id="${id}"]`;
    const $field = this.$<Element, string>(selector).first();
    if ($field.length === 0) throw new Error(`No field '${label}' at ${this.address}`);
    return $field;
  }

  #named(selector: string, label: string): Cheerio<Element> {
    const isLabel = (name: string | undefined) => name?.replace(/\s+/g, ' ').trim() === label;
    const words = label.split(' ');
    const found = this.$<Element, string>(selector)
      .toArray()
      .find(element => {
        if (isLabel(element.attribs['aria-label']) || isLabel(this.#labelOf(element))) return true;
        // Copies of all links and buttons of a page would take most of the time of a test.
        const text = this.$(element).text();
        if (!words.every(word => text.includes(word))) return false;
        return isLabel(visible(this.$, element)) || isLabel(readable(this.$, element));
      });
    return this.$(found ? [found] : []);
  }

  /** Returns the name that `aria-labelledby` gives to an element. */
  #labelOf(element: Element): string | undefined {
    const ids = element.attribs['aria-labelledby']?.split(' ');
    return ids?.map(id => this.$(`[id="${id}"]`).text()).join(' ');
  }

  table(caption: string): Cheerio<Element> {
    const $table = this.$<Element, string>('table').filter(
      (_, table) => this.$(table).find('caption').text() === caption,
    );
    if ($table.length > 0) return $table.first();
    const content = visible(this.$, this.$('body')[0] as Element);
    throw new Error(`No table '${caption}' at ${this.address}, which answers ${this.status}: ${content}`);
  }
}

/** Returns text with spaces between blocks. */
function readable($: CheerioAPI, element: Element | Parameters<CheerioAPI>[0]): string {
  const $copy = $(element as Element).clone();
  $copy.find('small[aria-hidden=true]').remove();
  $copy.find('p, div, h1, h2, h3, li, dt, dd, td, th, tr, section, label, button, option').append(' ');
  return $copy.text();
}

/** Returns text without the parts for screen readers. */
function visible($: CheerioAPI, element: Element): string {
  const $copy = $(element).clone();
  $copy.find('.visually-hidden, span[aria-hidden=true]:first-child').remove();
  return $copy.text().replace(/\s+/g, ' ').trim();
}
