import { describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { createElement, type FunctionComponent, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { FigureProps } from '../../../views/components/Figure';
import { IdItem, type IdRow } from '../../../views/components/ListSection';
import { type ListRow, TableRow } from '../../../views/components/ListTable';
import { type CardRow, cardColumns, unclaimedColumns } from '../../../views/pages/CardsPage';
import { type LicenseRow, licenseColumns } from '../../../views/pages/LeadCapturePage';
import { type PersonFigure, type PersonRow, peopleColumns } from '../../../views/pages/PeoplePage';
import { createRenderCache, Memo, type RowProps, Rows, renderHtml } from '../../../views/rendering';
import { escapeBeyondLatin1 } from '../../../views/rendering/encode';
import { anyText, fc } from '../../support/data/properties';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  anyText({ maxLength: 10 }),
  fc.constantFrom('', ' padded ', '<b>&"\'', 'Ada@Acme.example', '中文', '\u0001Aa0\u0001', '%01', '\ud800'),
);

/** Parses HTML like a browser that receives it as UTF-8. */
const parsed = (html: string) => load(html.toWellFormed())('body').html();

test('escaping characters beyond Latin-1 does not change the meaning of HTML', () => {
  fc.assert(
    fc.property(text, content => {
      const html = renderToString(<p title={content}>{content}</p>);
      const short = escapeBeyondLatin1(html);
      expect(short).toMatch(/^[\0-\xff]*$/);
      expect(parsed(short)).toBe(parsed(html));
    }),
  );
});

describe('a Memo', () => {
  test('renders its child once for the same props, and never returns the HTML of other props', () => {
    const rendered: string[] = [];
    function Greeting({ name }: { readonly name: string }) {
      rendered.push(name);
      return <p>Hello {name}</p>;
    }
    function Farewell({ name }: { readonly name: string }) {
      return <p>Bye {name}</p>;
    }
    const cache = createRenderCache();
    const textOf = (child: ReactElement) => load(renderHtml(<Memo as="div">{child}</Memo>, cache)).text();
    const names = ['Dana', 'Eve', 'Dana', 'Dana"', 'Dana'];
    expect(names.map(name => textOf(<Greeting name={name} />))).toEqual(names.map(name => `Hello ${name}`));
    expect(rendered).toEqual(['Dana', 'Eve', 'Dana"']);
    expect(textOf(<Farewell name="Dana" />)).toBe('Bye Dana');
  });

  test('does not cache HTML that is too large', () => {
    let rendered = 0;
    function Essay({ text }: { readonly text: string }) {
      rendered++;
      return <p>{text}</p>;
    }
    const cache = createRenderCache();
    for (const length of [10, 40_000]) {
      rendered = 0;
      const text = 'x'.repeat(length);
      for (let times = 0; times < 3; times++) {
        expect(cache.html(<Essay text={text} />)).toBe(`<p>${text}</p>`);
      }
      expect([length, rendered]).toEqual([length, length === 10 ? 1 : 3]);
    }
  });

  test('rejects props that JSON cannot represent', () => {
    const Frame = (props: { readonly children: unknown }) => <p>{String(props)}</p>;
    const render = (children: unknown) => () => createRenderCache().html(<Frame>{children}</Frame>);
    expect(render(() => 1)).toThrow('plain JSON');
    expect(render(<b>bold</b>)).toThrow('plain JSON');
    expect(render({ name: 'Dana' })).not.toThrow();
  });
});

/** Expects `Rows` to return the HTML that React renders, without and with a cache. */
function expectSameRows<Row extends object, Shared extends object | undefined>(
  component: FunctionComponent<RowProps<Row, Shared>>,
  shared: Shared,
  row: fc.Arbitrary<Row>,
): void {
  const Row = component;
  const cache = createRenderCache();
  fc.assert(
    fc.property(fc.array(row, { maxLength: 3 }), rows => {
      const table = (content: ReactElement | ReactElement[]) => <table>{content}</table>;
      const asRows = table(<Rows as="tbody" rows={rows} shared={shared} component={component} />);
      const plain = rows.map(each => createElement(Row, { row: each, shared }));
      const expected = escapeBeyondLatin1(
        renderToString(table(createElement('tbody', { translate: 'no' }, ...plain))),
      );
      const short = expected.replaceAll(/><\/(?:path|rect|use)>/g, '/>');
      expect(renderHtml(asRows, undefined)).toBe(short);
      expect(renderHtml(asRows, cache)).toBe(short);
      expect(parsed(short)).toBe(parsed(expected));
    }),
    { numRuns: 60 },
  );
}

describe('rows are identical to what React renders:', () => {
  const figure: fc.Arbitrary<FigureProps> = fc.record(
    {
      text,
      note: fc.option(text, { nil: undefined }),
      bar: text,
    },
    { requiredKeys: ['text'] },
  );
  const orUndefined = <Value,>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  const listRow = {
    anchor: text,
    selection: orUndefined(fc.record({ value: text, isSelected: fc.boolean() })),
    removal: orUndefined(fc.record({ href: text, dialog: text })),
  };
  const email = fc.record({ local: text, domain: text, isLong: fc.boolean() });
  const license: fc.Arbitrary<LicenseRow & ListRow> = fc.record({
    email,
    licenseId: text,
    leadsLast30Days: figure,
    leadsTotal: figure,
    ...listRow,
  });
  const card: fc.Arbitrary<CardRow & ListRow> = fc.record({
    name: text,
    email,
    jobTitle: text,
    cardId: text,
    viewsLast30Days: figure,
    totalViews: figure,
    ...listRow,
  });

  const personFigure: fc.Arbitrary<PersonFigure> = fc.oneof(figure, fc.record({ text, missing: text }));
  const person: fc.Arbitrary<PersonRow & ListRow> = fc.record({
    person: fc.record({ initials: text, name: text, jobTitle: text, email }),
    figures: fc.record({
      leadsLast30Days: personFigure,
      leadsTotal: personFigure,
      viewsLast30Days: personFigure,
      totalViews: personFigure,
    }),
    ...listRow,
  });

  test('people', () => expectSameRows(TableRow<PersonRow>, peopleColumns['license card'] ?? [], person));
  test.each(['plain', 'linked'] as const)('licenses, with addresses that are %s', addresses =>
    expectSameRows(TableRow<LicenseRow>, licenseColumns[addresses], license),
  );
  test.each(['plain', 'linked'] as const)('cards, with addresses that are %s', addresses =>
    expectSameRows(TableRow<CardRow>, cardColumns[addresses], card),
  );
  test('non-claimed cards', () =>
    expectSameRows(TableRow<IdRow>, unclaimedColumns, fc.record<IdRow & ListRow>({ id: text, ...listRow })));
  test('ids', () => expectSameRows(IdItem, undefined, fc.record({ id: text })));

  test('with links, conditions and booleans', () => {
    interface Person {
      readonly name: string;
      readonly note: string;
      readonly isAway: boolean;
    }
    function PersonItem({ row }: RowProps<Person, { readonly title: string }>) {
      return (
        <li data-note={row.note}>
          <a href={`/people?name=${encodeURIComponent(row.name.toWellFormed())}`}>{row.name}</a>
          {row.note === '' ? null : <small>{row.note}</small>}
          {row.isAway ? <b>{`${row.name} is away`}</b> : null}
        </li>
      );
    }
    const person = fc.record({ name: text, note: text, isAway: fc.boolean() });
    expectSameRows(PersonItem, { title: 'People' }, person);
  });

  test('with different shapes, in any order', () => {
    interface Contact {
      readonly phone?: string;
      readonly fax?: string;
      readonly lines?: readonly string[] | { readonly 0: string };
    }
    const ContactItem = ({ row: { phone, fax, lines } }: RowProps<Contact>) => (
      <li>
        {phone === undefined ? 'No phone' : <b>{phone}</b>}
        {fax === undefined ? null : <i>{fax}</i>}
        {lines === undefined ? null : <p>{Array.isArray(lines) ? `List: ${lines.join(', ')}` : lines[0]}</p>}
      </li>
    );
    const contact: fc.Arbitrary<Contact> = fc.oneof(
      fc.record({ phone: text }),
      fc.record({ fax: text }),
      fc.record({ fax: text, phone: text }),
      fc.record({ phone: text, lines: fc.array(text, { maxLength: 2 }) }),
      fc.record({ phone: text, lines: fc.record({ 0: text }) }),
    );
    expectSameRows(ContactItem, undefined, contact);
  });
});

describe('a row component throws if it changes a text:', () => {
  const changes: Readonly<Record<string, (title: string) => string>> = {
    'upper case': title => title.toUpperCase(),
    'cut at the end': title => title.slice(0, 5),
    'one part of it': title => title.split(' ')[1] ?? '',
    'as JSON': title => JSON.stringify(title),
    'another number': title => title.replace('0', '7'),
  };

  test.each(Object.entries(changes))('%s', (_case, change) => {
    const Title = ({ row }: RowProps<{ readonly title: string }>) => <li>{change(row.title)}</li>;
    const rows = [{ title: 'Sales Manager' }];
    expect(() => renderToString(<Rows as="ul" rows={rows} component={Title} />)).toThrow(/^A row of a list/);
  });

  test('a row with a number throws, because it must be formatted first', () => {
    const Count = ({ row }: RowProps<{ readonly count: number }>) => <li>{row.count}</li>;
    expect(() => renderToString(<Rows as="ul" rows={[{ count: 3 }]} component={Count} />)).toThrow(
      'contains a number',
    );
  });
});
