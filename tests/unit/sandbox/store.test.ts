import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createStore } from '../../../scripts/sandbox/store';
import { CARDS, SCANNER } from '../../../server/roles';
import { temporaryFolder } from '../../support/programs/project';
import { accounts } from './sandbox';

test('changes persist over a restart', async () => {
  const file = join(await temporaryFolder(), 'new', 'changes.jsonl');
  const before = createStore(accounts, file);
  const [first] = JSON.parse(String(before.stats(SCANNER, 'scan-tiny'))).userStats;
  const [card] = before.cards('card-tiny') ?? [];
  expect(before.remove(SCANNER, 'scan-tiny', first.appId)).toBe(true);
  expect(before.remove(SCANNER, 'scan-tiny', 'unknown')).toBe(false);
  before.remove(CARDS, 'card-tiny', card?.code ?? '');
  before.addEmail({
    to: 'ruth@tiny.example',
    subject: 'Hello',
    text: 'Text',
    link: 'http://a.example/',
  });
  expect(before.requestTopUp(2, 'scan-tiny', 0)).toBe(true);
  const stats = String(before.stats(SCANNER, 'scan-tiny'));
  // As if the process was killed while writing a line.
  appendFileSync(file, '{"kind":"clea');

  for (let restarts = 0; restarts < 2; restarts++) {
    const after = createStore(accounts, file);
    expect(String(after.stats(SCANNER, 'scan-tiny'))).toBe(stats);
    expect(after.cards('card-tiny')?.[0]).toMatchObject({ code: card?.code, email: null });
    expect(after.emails('ruth@tiny.example')).toMatchObject([
      { subject: 'Hello', link: 'http://a.example/' },
    ]);
    after.addEmail({ to: 'petra@other.example', subject: 'Hello', text: 'Text' });
    expect(after.emails('petra@other.example')).toHaveLength(restarts + 1);
  }
});

test('the changes of another version of the sandbox are discarded', async () => {
  const file = join(await temporaryFolder(), 'changes.jsonl');
  writeFileSync(file, '{"sandbox":1}\n{"kind":"of another time"}\n');
  const store = createStore(accounts, file);
  expect(store.findAccount('ruth@tiny.example')?.name).toBe('Ruth Adler');
  store.addEmail({ to: 'petra@other.example', subject: 'Hello', text: 'Text' });
  expect(createStore(accounts, file).emails('petra@other.example')).toHaveLength(1);
});
