import { posix, win32 } from 'node:path';
import { expect, test } from '@jest/globals';
import { pathsOf, signalAll, slashedPath } from '../../../scripts/system/platform';

test('paths in files have slashes on every platform', () => {
  expect(slashedPath('C:\\portal\\dist', 'C:\\portal\\dist\\public\\a.css', win32)).toBe('public/a.css');
  expect(slashedPath('/portal/dist', '/portal/dist/public/a\\b.css', posix)).toBe('public/a\\b.css');
});

test('programs are looked for under the names that the platform gives them', () => {
  expect(pathsOf('java', 'C:\\Java\\bin;;D:\\bin', win32, 'win32')).toEqual([
    'C:\\Java\\bin\\java.exe',
    'D:\\bin\\java.exe',
  ]);
  expect(pathsOf('java', '/usr/bin::/bin', posix, 'linux')).toEqual(['/usr/bin/java', '/bin/java']);
});

test('a process and all below it are signaled as a group, or on Windows ended as a tree', () => {
  const calls: unknown[] = [];
  const record = (...call: unknown[]) => calls.push(call);
  signalAll(7, 'SIGTERM', { platform: 'win32', run: record, kill: record });
  signalAll(7, 'SIGTERM', { platform: 'linux', run: record, kill: record });
  expect(calls).toEqual([
    ['taskkill', ['/pid', '7', '/t', '/f']],
    [-7, 'SIGTERM'],
  ]);
});
