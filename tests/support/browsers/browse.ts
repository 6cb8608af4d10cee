import { beforeAll, describe, expect, test } from '@jest/globals';
import type { EngineName } from '../../../scripts/browsers/engine';
import { shownAccounts } from '../../../scripts/browsers/states';
import type { Tab } from '../../../scripts/browsers/tab';
import { seedAccounts } from '../../../scripts/sandbox/seed';
import { type ServedPortal, servePortal } from '../programs/server';
import * as journeys from './journey';
import { errorPages, openTab } from './tabs';
import { walk } from './walk';

/** Tests what every engine has to show and do alike. */
export function browse(engine: EngineName): void {
  let portal: ServedPortal;
  beforeAll(async () => {
    portal = await servePortal({
      accounts: [
        ...seedAccounts().filter(({ email }) => shownAccounts.includes(email)),
        ...['on', 'off'].map(journeys.traveler),
      ],
    });
  });

  describe.each([
    { name: 'on', scripts: true },
    { name: 'off', scripts: false },
  ])('with scripts $name', ({ name, scripts }) => {
    const email = `${name}@acme.example`;
    let tab: Tab;
    beforeAll(async () => {
      tab = await openTab(portal.origin, engine, { scripts, except: errorPages });
      await tab.size(1440);
    });

    test('an administrator signs in', () => journeys.signIn({ portal, tab, email, scripts }));

    describe('signed in', () => {
      beforeAll(async () => tab.use(await portal.sessionOf(email)));

      test.each([
        ['searches and exports', journeys.search],
        ['removes one license', journeys.revokeOne],
        ['removes several licenses', journeys.removeMany],
        ['finds people who have left, in a text and in a file', journeys.removeLeavers],
        ['logs out', journeys.logOut],
      ])('an administrator %s', (_what, journey) => journey({ portal, tab, email, scripts }));
    });

    // In Chromium, pages.test.ts measures the pages that it visits.
    if (scripts && engine !== 'chromium')
      test('every page stands right at three widths', async () =>
        expect(await walk(portal, tab)).toEqual({}));
  });
}
