import { expect, test } from '@jest/globals';
import { status } from '../../../scripts/sandbox/faults';
import { ACCOUNT_FIELD, paths } from '../../../shared/paths';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { review } from '../../support/browsers/removals';
import { dana, eve } from '../../support/data/accounts';
import { openPortal, type TestPortal } from '../../support/portal/portal';

/** Ways to every form of the signed-in pages. */
const pages: Readonly<Record<string, (browser: NoJsBrowser) => Promise<unknown>>> = {
  'the dashboard': browser => browser.visit(paths.dashboard),
  'the licenses that are not used': browser => browser.visit('/leads-capture?activity=idle30'),
  'the dialog of a license': browser => browser.visit('/leads-capture?revoke=U-1'),
  'the cards': browser => browser.visit(paths.cards),
  'the dialog of a card': browser => browser.visit('/digital-business-cards?deactivate=c1'),
  'the dialog of the profile data': browser => browser.visit('/digital-business-cards?dialog=profile-data'),
  'the people': browser => browser.visit(paths.people),
  'the dialog of a person': browser => browser.visit('/people?remove=ada%40acme.example'),
  'Remove leavers': browser => browser.visit(paths.leavers),
  'the result of Remove leavers': async browser => {
    await browser.visit(paths.leavers);
    await browser.fill('People who have left', 'ada@acme.example').press('Find their licenses and cards');
  },
  'What changed': browser => browser.visit(paths.compare),
  'the invitation': browser => browser.visit('/invite?for=licenses'),
  'a review': browser => review(browser, ['U-1']),
  'a removal that has failed': async browser => {
    await review(browser, ['U-2']);
    await browser.press('Revoke 1 license');
  },
};

interface Form {
  readonly action: string;
  readonly account: string | undefined;
  readonly body: () => Response;
}

/** Returns each form that posts on the current page, but Logout. */
function formsOf({ $ }: NoJsBrowser): Form[] {
  return $('form[method=post]')
    .toArray()
    .map(form => {
      const pairs = $(form)
        .serializeArray()
        .map(({ name, value }) => [name, value] as [string, string]);
      const files = new FormData();
      for (const [name, value] of pairs) files.append(name, value);
      return {
        action: $(form).attr('action') ?? '',
        account: new Map(pairs).get(ACCOUNT_FIELD),
        body: () => new Response($(form).is('[enctype^=multipart]') ? files : new URLSearchParams(pairs)),
      };
    })
    .filter(({ action }) => action !== paths.logout);
}

async function openBoth(): Promise<{ portal: TestPortal; browser: NoJsBrowser }> {
  const opened = await openPortal({ accounts: [dana(), eve()], as: 'dana@acme.example' });
  // An ended removal has a form only if something failed.
  opened.portal.faults.on('scannerRevoke', status(500));
  return opened;
}

test.each(Object.entries(pages))(
  'T73: every form of %s belongs to the account that it was shown to',
  async (_page, open) => {
    const { portal, browser } = await openBoth();
    await open(browser);
    const forms = formsOf(browser);
    expect([browser.status, forms.length > 0]).toEqual([200, true]);
    for (const { account } of forms) expect(account).toMatch(/^[\w-]{6}(\.[\w-]{6}){2}$/);

    await browser.signIn('eve@evil.example');
    portal.calls.length = 0;
    for (const { action, body } of forms) {
      const refused = await browser.postBody(action, body());
      expect([action, refused.status]).toEqual([action, 409]);
      expect(refused.text).toContain('This page belonged to another account');
    }
    // Only the roles, which decide whether a large form is read.
    expect(portal.calls.filter(({ line }) => line !== 'GET /portalusers')).toEqual([]);
  },
);

test('T73: a form of another company of the same administrator is refused, and a new sign-in refuses nothing', async () => {
  const { portal, browser } = await openPortal({ at: paths.leadCapture });
  const { action, fields } = browser.form('Request Licenses');
  const [user, ...companies] = fields[ACCOUNT_FIELD]?.split('.') ?? [];
  expect(companies).toHaveLength(2);
  await browser.signIn();
  expect((await browser.post(action, fields)).status).toBe(303);
  for (const other of ['another', `${user}.another.another`, `another.${companies.join('.')}`, '']) {
    const refused = await browser.post(action, { ...fields, [ACCOUNT_FIELD]: other });
    expect([other, refused.status]).toEqual([other, 409]);
  }
  expect(portal.calls.filter(({ call }) => call === 'scannerTopUp')).toHaveLength(1);
});

test('T73: a form is accepted if the user details of its page were not available', async () => {
  const { browser } = await openPortal({ at: paths.leadCapture });
  const { action, fields } = browser.form('Request Licenses');
  const [user = ''] = fields[ACCOUNT_FIELD]?.split('.') ?? [];
  expect((await browser.post(action, { ...fields, [ACCOUNT_FIELD]: `${user}..` })).status).toBe(303);
});
