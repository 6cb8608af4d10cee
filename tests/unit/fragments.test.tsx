import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createFragments } from '../../server/http/fragments';
import { type PieceProps, Repeated } from '../../views/components/Repeated';
import { FragmentContext } from '../../views/fragments';
import { oneByte } from '../../views/one-byte';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });

test('HTML of one byte for each character says the same', () => {
  fc.assert(
    fc.property(text, said => {
      const html = renderToString(<p title={said}>{said}</p>);
      const short = oneByte(html);
      expect(short).toMatch(/^[\0-\xff]*$/);
      expect(load(short)('p').text()).toBe(load(html)('p').text());
      expect(load(short)('p').attr('title')).toBe(load(html)('p').attr('title'));
    }),
  );
});

test('a part of a page is rendered once for the same properties, and never taken for others', () => {
  const rendered: string[] = [];
  function Greeting({ name }: { readonly name: string }) {
    rendered.push(name);
    return <p>Hello {name}</p>;
  }
  function Farewell({ name }: { readonly name: string }) {
    return <p>Bye {name}</p>;
  }
  const { html } = createFragments();
  const names = ['Dana', 'Eve', 'Dana', 'Dana"', 'Dana'];
  expect(names.map(name => load(html(Greeting, { name }))('p').text())).toEqual([
    'Hello Dana',
    'Hello Eve',
    'Hello Dana',
    'Hello Dana"',
    'Hello Dana',
  ]);
  expect(rendered).toEqual(['Dana', 'Eve', 'Dana"']);
  expect(load(html(Farewell, { name: 'Dana' }))('p').text()).toBe('Bye Dana');
});

test('what is too large is not kept', () => {
  let rendered = 0;
  function Essay({ text }: { readonly text: string }) {
    rendered++;
    return <p>{text}</p>;
  }
  const { html } = createFragments();
  for (const length of [10, 40_000]) {
    rendered = 0;
    const text = 'x'.repeat(length);
    for (let times = 0; times < 3; times++) expect(html(Essay, { text })).toBe(`<p>${text}</p>`);
    expect([length, rendered]).toEqual([length, length === 10 ? 1 : 3]);
  }
});

function Person({ fields, title }: PieceProps<'name' | 'note', { readonly title: string }>) {
  return (
    <li title={title} data-note={JSON.stringify({ note: fields.note })}>
      <a href={`/people?name=${encodeURIComponent(fields.name)}`}>{fields.name}</a>
      {fields.note === '' ? null : <small>{fields.note}</small>}
    </li>
  );
}

test('pieces that are repeated are those that would have been rendered', () => {
  const piece = fc.record({ name: text, note: text });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), text, (pieces, title) => {
      const fragments = createFragments();
      const repeated = () =>
        renderToString(
          <FragmentContext value={fragments}>
            <Repeated as="ul" pieces={pieces} common={{ title }} component={Person} />
          </FragmentContext>,
        );
      const people = pieces.map(fields => createElement(Person, { fields, title }));
      const rendered = renderToString(createElement('ul', null, ...people));
      const expected = load(rendered)('body').html();
      // The second time from what was kept.
      for (const html of [repeated(), repeated()]) expect(load(html)('body').html()).toBe(expected);
    }),
  );
});
