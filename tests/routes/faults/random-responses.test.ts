import { expect, test } from '@jest/globals';
import { statsCalls } from '../../../scripts/sandbox/backend-calls';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { anyText, fc } from '../../support/data/properties';
import { openPortal } from '../../support/portal/portal';

// Arbitrary JSON, and values that resemble the expected ones.
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', ' ', '0', '-1', '1e400', 'NaN', '__proto__', 'constructor', '\ud800', '\0', '\u2028'),
  fc.constantFrom<unknown>(-1, 1.5, 1e300, Number.MAX_SAFE_INTEGER, true, null, [], {}),
  fc.constantFrom('</script><script>', '"><img src=x onerror=1>', 'javascript:1', '=1+1'),
  anyText(),
  fc.emailAddress(),
);

/** Generates objects with some of the fields, or any value instead. */
const anyFields = (names: readonly string[], lists: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}) =>
  fc.oneof(
    { weight: 1, arbitrary: anyValue },
    {
      weight: 6,
      arbitrary: fc.record(
        { ...Object.fromEntries(names.map(name => [name, anyValue])), ...lists },
        { requiredKeys: [] },
      ),
    },
  );

const anyList = (item: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 1, arbitrary: anyValue }, { weight: 6, arbitrary: fc.array(item, { maxLength: 30 }) });

const counts = ['leadsTotal', 'leadsLast30Days', 'activitiesTotal', 'activitiesLast30Days'];
const response = anyFields(['code', 'licencesPurchased', 'licencesClaimed', 'leads', ...counts], {
  userStats: anyList(anyFields(['appId', 'code', 'email', 'name', 'title', 'activationDate', ...counts])),
  integrations: anyList(anyFields(['name'])),
});

test('F11 P179: whatever a backend sends is shown as text, or as a failure', async () => {
  const { portal, browser } = await openPortal({ environment: { STATS_CACHE_MB: '0' } });
  await fc.assert(
    fc.asyncProperty(response, async stats => {
      portal.faults.on(statsCalls, faults.json(stats));
      for (const path of [paths.dashboard, paths.leadCapture, paths.cards, paths.people]) {
        const { status, text } = await browser.get(path);
        expect([path, status]).toEqual([path, 200]);
        expect(text).not.toMatch(/<script>|<img/);
      }
    }),
    { numRuns: 60 },
  );
});
