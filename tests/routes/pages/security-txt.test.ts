import { expect, test } from '@jest/globals';
import { paths } from '../../../shared/paths';
import { DAY_MS } from '../../../shared/units';
import { openPortal, PUBLIC_URL } from '../../support/portal/portal';

test('P224: /.well-known/security.txt names the contact for vulnerabilities, signed out and under overload', async () => {
  const { portal } = await openPortal({
    as: null,
    environment: { SECURITY_CONTACT: 'mailto:security@portal.example' },
    now: Date.UTC(2026, 0, 15, 12),
    replace: () => ({ eventLoop: { isOverloaded: () => true, close() {} } }),
  });
  const { status, type, charset, text } = await portal.browser().get('/.well-known/security.txt');
  expect([status, type, charset]).toEqual([200, 'text/plain', 'utf-8']);
  const fields = Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map(line => line.split(/: (.*)/)),
  );
  expect(fields).toMatchObject({
    Contact: 'mailto:security@portal.example',
    Canonical: `${PUBLIC_URL}/.well-known/security.txt`,
    'Preferred-Languages': 'en',
  });
  // RFC 9116, section 2.5.5: required, in the future, and recommended to be less than a year.
  const days = (Date.parse(fields.Expires) - Date.UTC(2026, 0, 15, 12)) / DAY_MS;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
  expect(portal.calls).toEqual([]);
});

test('P224: the file requires a configured contact, and supports no other method', async () => {
  const { browser: visitor } = await openPortal({ as: null });
  expect((await visitor.get(paths.securityTxt)).status).toBe(404);
  const environment = { SECURITY_CONTACT: 'https://portal.example/report' };
  const { browser: other } = await openPortal({ as: null, environment });
  expect((await other.head(paths.securityTxt)).status).toBe(200);
  expect((await other.post(paths.securityTxt)).status).toBe(405);
});
