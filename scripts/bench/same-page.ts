import { type CheerioAPI, load } from 'cheerio';

/**
 * Compares the texts, links, forms, enabled fields and buttons of two pages.
 * @throws {Error} Thrown when they differ.
 */
export function expectSamePage(one: string, other: string): void {
  const [first, second] = [describe(load(one)), describe(load(other))];
  const different = first.findIndex((part, index) => part !== second[index]);
  if (different < 0 && first.length === second.length) return;
  const part = Math.max(0, different);
  throw new Error(`The pages differ: ${first.slice(part, part + 5)} | ${second.slice(part, part + 5)}`);
}

function describe(page: CheerioAPI): string[] {
  const all = (selector: string) =>
    page(selector)
      .toArray()
      .map(element => page(element));
  return [
    ...(page('body')
      .text()
      .replace(/\s+/g, '')
      .match(/.{1,40}/g) ?? []),
    ...all('a').map(link => `link ${link.attr('href')}`),
    ...all('form').map(form => `form ${form.attr('method')} ${form.attr('action')}`),
    ...all('input:not([disabled]), select').map(field => `field ${field.attr('name')} ${contentOf(field)}`),
    ...all('button').map(button => `button ${button.attr('aria-label') ?? button.text()}`),
  ];
}

/** Returns the value of a field; empty for the key of a form, which differs in each rendering. */
function contentOf(field: ReturnType<CheerioAPI>): string {
  return field.attr('name') === 'once' ? '' : String(field.val());
}
