import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createStore, openStore, type Store } from '../../../scripts/sandbox/store';
import { accounts } from './sandbox';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const scanner = (store: Store) => JSON.parse(String(store.scannerStats('scan-tiny')));

test('changes persist over a restart', () => {
  const file = join(folder, 'changes.jsonl');
  const before = openStore(file, accounts);
  const [first] = JSON.parse(String(before.scannerStats('scan-tiny'))).userStats;
  const [card] = before.cards('card-tiny') ?? [];
  expect(before.removeLicense('scan-tiny', first.appId)).toBe(true);
  expect(before.removeLicense('scan-tiny', 'unknown')).toBe(false);
  before.clearCard(card?.code ?? '');
  before.addEmail({
    to: 'ruth@tiny.example',
    subject: 'Hello',
    text: 'Text',
    link: 'http://a.example/',
  });
  expect(before.requestTopUp(2, 'scan-tiny', 0)).toBe(true);
  const stats = String(before.scannerStats('scan-tiny'));
  // As if the process was killed while writing a line.
  appendFileSync(file, '{"kind":"clea');

  for (let restarts = 0; restarts < 2; restarts++) {
    const after = openStore(file, accounts);
    expect(String(after.scannerStats('scan-tiny'))).toBe(stats);
    expect(after.cards('card-tiny')?.[0]).toMatchObject({ code: card?.code, email: null });
    expect(after.emails('ruth@tiny.example')).toMatchObject([
      { subject: 'Hello', link: 'http://a.example/' },
    ]);
    after.addEmail({ to: 'petra@other.example', subject: 'Hello', text: 'Text' });
    expect(after.emails('petra@other.example')).toHaveLength(restarts + 1);
  }
});

test('the changes of another version of the sandbox are discarded', () => {
  const file = join(folder, 'changes.jsonl');
  writeFileSync(file, '{"sandbox":1}\n{"kind":"of another time"}\n');
  const store = openStore(file, accounts);
  expect(store.findAccount('ruth@tiny.example')?.name).toBe('Ruth Adler');
  store.addEmail({ to: 'petra@other.example', subject: 'Hello', text: 'Text' });
  expect(openStore(file, accounts).emails('petra@other.example')).toHaveLength(1);
});

test('the store creates the folder of its file', () => {
  const file = join(folder, 'new', 'changes.jsonl');
  openStore(file, accounts);
  expect(existsSync(file)).toBe(true);
});

test('a file of another program is not overwritten', () => {
  const file = join(folder, 'letter.txt');
  writeFileSync(file, 'Dear reader, this is not for the sandbox.');
  expect(() => openStore(file, accounts)).toThrow('letter.txt is not a file of the sandbox');
  expect(readFileSync(file, 'utf8')).toMatch(/^Dear reader/);
});

test('an inconsistent seed is rejected', () => {
  const store = createStore(accounts);
  const [ruth] = accounts;
  expect(() => store.replaceAccounts(ruth ? [ruth, { ...ruth, email: 'twin@tiny.example' }] : [])).toThrow(
    'The seed has the entity scan-tiny twice.',
  );
  expect(() => store.replaceAccounts(ruth ? [{ ...ruth, roles: [] }] : [])).toThrow('no role');
  expect(scanner(store).userStats).toHaveLength(3);
});

test('the inbox keeps the newest fifty emails per recipient', () => {
  const store = createStore([]);
  store.addEmail({ to: 'b@x.example', subject: 'kept', text: '' });
  for (let index = 1; index <= 60; index++) {
    store.addEmail({ to: index % 2 ? 'a@x.example' : 'A@x.example', subject: `${index}`, text: '' });
  }
  const subjects = store.emails('a@x.example').map(({ subject }) => subject);
  expect(subjects).toHaveLength(50);
  expect([subjects[0], subjects[49]]).toEqual(['60', '11']);
  expect(store.emails('b@x.example')).toHaveLength(1);
});
