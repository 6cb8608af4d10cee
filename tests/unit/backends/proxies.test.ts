import { expect, test } from '@jest/globals';
import { proxyFor } from '../../../server/backends/proxies';
import { readConfig } from '../../../server/config';

const PROXY = 'http://proxy.example:3128';

const proxiesOf = (variables: Readonly<Record<string, string>>) =>
  readConfig({ PORTAL_ENV: 'local', ...variables }).proxies;

test('a variable in lower case wins, and each protocol has its own proxy', () => {
  const proxies = proxiesOf({ HTTPS_PROXY: 'http://other.example', https_proxy: PROXY });
  expect(proxyFor('https://api.example', proxies)).toBe(PROXY);
  expect(proxyFor('http://api.example', proxies)).toBeUndefined();
});

test.each([
  [
    'api.example',
    ['https://api.example', 'https://v2.api.example'],
    ['https://myapi.example', 'https://example'],
  ],
  ['.example', ['https://example', 'https://api.example'], ['https://api.example.com']],
  ['*.Example', ['https://API.example:8443'], ['https://api.example.com']],
  ['none.invalid, api.example:8443', ['https://api.example:8443'], ['https://api.example']],
  ['none.invalid api.example:443', ['https://api.example'], ['https://api.example:444']],
  ['*', ['https://api.example', 'https://10.0.0.1'], []],
  ['10.0.0.0/8', ['https://10.1.2.3'], ['https://11.1.2.3', 'https://10.example', 'https://[fd00::1]']],
  [
    '::1,[fd00::1]:443,fd01::/16',
    ['https://[::1]:5', 'https://[fd00::1]', 'https://[fd01::9]'],
    ['https://[fd00::2]'],
  ],
])('NO_PROXY with %s', (NO_PROXY, direct, proxied) => {
  const proxies = proxiesOf({ HTTPS_PROXY: PROXY, NO_PROXY });
  for (const url of direct) expect([url, proxyFor(url, proxies)]).toEqual([url, undefined]);
  for (const url of proxied) expect([url, proxyFor(url, proxies)]).toEqual([url, PROXY]);
});
