import { expect, test } from '@jest/globals';
import { htmlToText } from '../../../server/people/html-text';
import { recognizePeople } from '../../../server/people/recognize';
import { mailOf } from '../../support/data/mail';
import { expectLinearTime } from '../../support/time/linear';

/** Returns the mailboxes of a list: those that are listed, and those in doubt. */
async function recognize(source: string | Uint8Array) {
  const input = typeof source === 'string' ? { text: source, file: undefined } : { text: '', file: source };
  const found = await recognizePeople({
    ...input,
    ownEmail: 'dana@acme.example',
    now: Date.UTC(2026, 10, 23),
  });
  if ('refused' in found) throw new Error(found.refused);
  const { addresses, unaddressed, unread } = found;
  const mailboxes = (isListed: boolean) =>
    addresses
      .filter(({ doubt }) => (doubt === undefined) === isListed)
      .map(({ email }) => email.split('@')[0]);
  return { listed: mailboxes(true), inDoubt: mailboxes(false), unaddressed, unread };
}

test.each([
  ['<s>bob@acme.example</s>'],
  ['<del><p>Bob <b>bob@acme.example</b> Miller</p></del>'],
  ['<strike> Bob bob@acme.example </strike>'],
  ['<p style="text-decoration: line-through">bob@acme.example</p>'],
  ['<div style="color:red; DISPLAY : none"><div>x</div>bob@acme.example</div>'],
  ['<div hidden><br>bob@acme.example</div>'],
  ['<div style="max-height:0;overflow:hidden">bob@acme.example</div>'],
  ['<p style="font-size: 0.5px">bob@acme.example</p>'],
  ['<p style="color:#fff;background:#fff">bob@acme.example</p>'],
  ['<p style="color: white">bob@acme.example</p>'],
])('T57 P405: an address that HTML crosses out or hides is in doubt: %s', async html => {
  const found = await recognize(`<html><p>ada@acme.example</p>${html}<p>cleo@acme.example</p>`);
  expect(found).toMatchObject({ listed: ['ada', 'cleo'], inDoubt: ['bob'] });
});

test.each([
  ['<p>Bob <bob@acme.example></p>'],
  ['<p><bob@acme.example></p>'],
  ['<head><p>bob@acme.example</p>'],
])('T57: an address that HTML shows is read: %s', async html => {
  const found = await recognize(`<html><p>ada@acme.example</p>${html}`);
  expect(found).toMatchObject({ listed: ['ada', 'bob'], unaddressed: [] });
});

test.each([
  ['<!-- bob@acme.example -->'],
  ['<!-- <p>bob@acme.example</p>'],
  ['<template><p>bob@acme.example</p></template>'],
  ['<style><p>bob@acme.example</p>'],
  ['<a title="x><p>bob@acme.example</p>'],
  ['<input value="bob@acme.example">'],
  ['<svg><title/><g></g></svg><p>bob@acme.example</p>'],
])('T57: an address in a part of HTML that is not shown is in doubt: %s', async html => {
  const found = await recognize(`<html><p>ada@acme.example</p>${html}`);
  expect(found.listed).not.toContain('bob');
  expect(found).toMatchObject({ inDoubt: expect.arrayContaining(['bob']), unaddressed: [] });
});

test('T57: white text on a color is shown', async () => {
  const html = '<html><p style="background: #036; color: #fff">bob@acme.example</p>';
  expect(await recognize(html)).toMatchObject({ listed: ['bob'] });
});

test('T57: a table row whose name is crossed out is in doubt', async () => {
  const row = (name: string, email: string) => `<tr><td>${name}</td><td>${email}@acme.example</td></tr>`;
  const table = `<table>${row('Ada', 'ada')}${row('<s>Bob</s>', 'bob')}${row('Cleo', 'cleo')}</table>`;
  expect(await recognize(`<html>${table}`)).toMatchObject({ listed: ['ada', 'cleo'], inDoubt: ['bob'] });
});

test('T57: a person whose address is only in the link of the name is found', async () => {
  const html =
    '<html><p><a href="mailto:dmitri%40acme.example?subject=Hi">Dmitri</a></p><p>ada@acme.example</p>';
  expect((await recognize(html)).listed).toEqual(['dmitri', 'ada']);
});

test('T57: one wrong byte in a file in UTF-8 changes no other address', async () => {
  const found = await recognize(
    Buffer.concat([
      Buffer.from('Zoë, zoë@acme.example\nö'),
      Buffer.from([0xe9]),
      Buffer.from('da@acme.example'),
    ]),
  );
  expect(found).toMatchObject({ listed: ['zoë'], inDoubt: ['da'] });
});

test('T57: many empty cells take linear time', async () => {
  await expectLinearTime(10_000, count =>
    recognize(`<html><table><tr>${'<td></td>'.repeat(count)}<td>ada@acme.example`),
  );
});

test('T57: many links in a line take linear time', async () => {
  await expectLinearTime(10_000, async count =>
    htmlToText(`<html>${'<a href="mailto:a@b.example">A</a> '.repeat(count)}`),
  );
});

test.each([
  ['a calendar', 'Content-Type: text/calendar; name=a.ics\n\nORGANIZER:mailto:eva@acme.example', 'a.ics'],
  ['a business card', 'Content-Type: text/vcard; name=a.vcf\n\nEMAIL:eva@acme.example', 'a.vcf'],
  ['a picture in the text', 'Content-Type: image/png; name=a.png\nContent-Disposition: inline\n\na', 'a.png'],
])('T57: %s in a mail is named, and nobody in it is listed', async (_case, part, name) => {
  expect(await recognize(mailOf('\nada@acme.example', part))).toMatchObject({
    listed: ['ada'],
    unread: [name],
  });
});

test('T57: a mail that announces parts and has none is named', async () => {
  expect((await recognize(mailOf())).unread).toEqual(['an email without its parts']);
});

const base64 = (bytes: Buffer) => bytes.toString('base64');

test.each([
  [
    'two encodings',
    `Content-Transfer-Encoding: 7bit\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n${base64(Buffer.from('bob@acme.example'))}`,
    'a part in an unknown encoding',
  ],
  [
    'UTF-16 without the order of its bytes',
    `Content-Type: text/plain; charset="utf-16"\nContent-Transfer-Encoding: base64\n\n${base64(Buffer.from('bob@acme.example', 'utf16le').swap16())}`,
    'a part in an unknown encoding',
  ],
  ['an encoded file', '\nbegin 644 list.txt\n#0V%T\n`\nend', 'a file within the text'],
])('T57: a part of a mail with %s is named, and nobody is listed', async (_case, part, name) => {
  expect(await recognize(mailOf('\nada@acme.example', part))).toMatchObject({
    listed: [],
    inDoubt: ['ada', 'hr'],
    unread: [name],
  });
});

test.each([
  ['before its first part', (mail: string) => mail.replace('\n--x', '\nbob@acme.example\n--x')],
  ['after its last part', (mail: string) => `${mail}bob@acme.example\n`],
])('T57: a mail with addresses %s is named', async (_case, change) => {
  const { unread } = await recognize(change(mailOf('\nada@acme.example')));
  expect(unread).toEqual(['text outside the parts of an email']);
});

test.each([
  ['below a closing', 'ada@acme.example\n\nThanks\nben@acme.example\nCarl Ray\n', ['Carl Ray']],
  ['in a quotation', 'ada@acme.example\n\n> Carl Ray\n> ben@acme\n', ['> ben@acme', 'Carl Ray']],
  ['below a second header', 'ada@acme.example\n\nFrom: x\nTo: y\n\nCarl Ray\n', ['Carl Ray']],
  ['in a table', 'Id,Email\n1,ada@acme.example\n2,\n3,ben@acme.example\n', ['2']],
  [
    'in a signature',
    'ada@acme.example\n\nBest regards,\nBen Fox\nHuman Resources\nben.fox@acme.example\n',
    [],
  ],
])('T57: people without an address %s are named', async (_case, text, unaddressed) => {
  expect((await recognize(text)).unaddressed).toEqual(unaddressed);
});

test('T57: HTML that is attached to a mail is read like that of a mail', async () => {
  const part =
    'Content-Type: text/html\nContent-Disposition: attachment\n\n<p>ada@acme.example</p><s>bob@acme.example</s>';
  expect(await recognize(mailOf(part))).toMatchObject({ listed: ['ada'], inDoubt: ['bob', 'hr'] });
});

test('T57 P405: who is only in the plain text of a mail is in doubt', async () => {
  const parts = [
    'Content-Type: text/plain\n\nada@acme.example\nbob@acme.example',
    'Content-Type: text/html\n\n<p>ada@acme.example</p>',
  ];
  const source = mailOf(...parts).replace('multipart/mixed', 'multipart/alternative');
  expect(await recognize(source)).toMatchObject({ listed: ['ada'], inDoubt: ['hr', 'bob'] });
});
