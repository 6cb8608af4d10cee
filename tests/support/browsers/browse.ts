import { beforeAll, describe, expect, test } from '@jest/globals';
import type { EngineName } from '../../../scripts/browsers/engine';
import { shownAccounts } from '../../../scripts/browsers/states';
import type { Tab } from '../../../scripts/browsers/tab';
import { seedAccounts } from '../../../scripts/sandbox/seed';
import { type ServedPortal, servePortal } from '../programs/server';
import * as journeys from './journey';
import { errorPages, openTab } from './tabs';
import { enter, measureAtWidths, walked } from './walk';

/** The tests that every engine has to pass. */
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
    let user: string | undefined;
    beforeAll(async () => {
      tab = await openTab(portal.origin, engine, { scripts, except: errorPages });
      await tab.size(1440);
    });

    test.each([
      ['signs in', journeys.signIn],
      ['searches and exports', journeys.search],
      ['removes one license', journeys.revokeOne],
      ['removes several licenses', journeys.removeMany],
      ['compares people with a text and with a file', journeys.compareLists],
      ...(scripts
        ? ([
            ['copies a code at the first click', journeys.copyCode],
            ['stops a request and sends it again', journeys.stopSending],
          ] as const)
        : []),
      ['logs out', journeys.logOut],
    ] as const)('an administrator %s', (_what, journey) => journey({ portal, tab, email, scripts }));

    // In Chromium, pages.test.ts measures the pages with scripts. Without scripts, one engine is enough for the pages that
    // addresses open: all lay them out alike.
    const shown = scripts ? walked : walked.filter(({ name }) => name.startsWith('/'));
    const isMeasured = engine === 'chromium' ? !scripts : scripts;
    if (isMeasured)
      test.each(shown)('everything is in place at three widths: $name', async state => {
        if (state.as !== user || state.as === undefined) await enter(portal, tab, state.as);
        user = state.as;
        await tab.size(1440);
        await state.show(tab);
        expect(await measureAtWidths(tab, state)).toEqual([]);
      });
  });
}
