import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openStore, type Store } from '../../../scripts/sandbox/store';
import { accounts } from './sandbox';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const scanner = (store: Store) => JSON.parse(String(store.scannerStats('scan-tiny')));

test('what happened in the sandbox is still so after a restart', () => {
  const file = join(folder, 'sandbox.db');
  const before = openStore(file, { seed: false });
  before.replaceAccounts(accounts);
  before.removeLicense('scan-tiny', 'TF-1');
  before.clearCard('c1');
  before.addMail({ to: 'ruth@tiny.example', subject: 'Hello', text: 'Text', link: 'http://a.example/' });
  before.requestTopUp(2, 'scan-tiny', 0);
  before.close();

  const after = openStore(file);
  expect(after.accounts()).toHaveLength(accounts.length);
  expect(scanner(after)).toMatchObject({ licencesPurchased: 15, licencesClaimed: 1 });
  expect(after.cards('card-tiny')?.[0]).toMatchObject({ code: 'c1', email: null });
  expect(after.mails()).toMatchObject([{ subject: 'Hello', link: 'http://a.example/' }]);
  after.close();
});

test('data of another version of the sandbox are replaced by the seed', () => {
  const file = join(folder, 'sandbox.db');
  const old = new DatabaseSync(file);
  old.exec('PRAGMA journal_mode = WAL; CREATE TABLE accounts (old TEXT); PRAGMA user_version = 99');
  old.close();
  const store = openStore(file);
  expect(store.findAccount('dana@northwind.example')?.name).toBe('Dana Whitfield');
  store.close();
});

test('a file that holds something else is left alone', () => {
  const file = join(folder, 'letter.txt');
  writeFileSync(file, 'Dear reader, this is not a database. '.repeat(40));
  expect(() => openStore(file)).toThrow('file is not a database');
  expect(readFileSync(file, 'utf8')).toMatch(/^Dear reader/);
});

test('a seed that contradicts itself changes nothing', () => {
  const store = openStore(':memory:', { seed: false });
  store.replaceAccounts(accounts);
  const [ruth] = accounts;
  expect(() => store.replaceAccounts(ruth ? [ruth, { ...ruth, email: 'twin@tiny.example' }] : [])).toThrow(
    'UNIQUE',
  );
  expect(() => store.replaceAccounts(ruth ? [{ ...ruth, roles: [] }] : [])).toThrow('no role');
  expect(scanner(store).userStats).toHaveLength(3);
});

test('the inbox keeps the newest fifty mails per recipient', () => {
  const store = openStore(':memory:', { seed: false });
  store.addMail({ to: 'b@x.example', subject: 'kept', text: '' });
  for (let index = 1; index <= 60; index++) {
    store.addMail({ to: index % 2 ? 'a@x.example' : 'A@x.example', subject: `${index}`, text: '' });
  }
  const subjects = store.mails('a@x.example').map(({ subject }) => subject);
  expect(subjects).toHaveLength(50);
  expect([subjects[0], subjects[49]]).toEqual(['60', '11']);
  expect(store.mails('b@x.example')).toHaveLength(1);
});
