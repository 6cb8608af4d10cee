import { expect, test } from '@jest/globals';
import { status } from '../../../scripts/sandbox/faults';
import { ACCOUNT_FIELD, paths } from '../../../shared/paths';
import { productKeys } from '../../../shared/products';
import { holdCalls } from '../../support/backends/held-calls';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { ended, review } from '../../support/browsers/removals';
import { cards, dana, eve } from '../../support/data/accounts';
import { listForm } from '../../support/data/list-form';
import { atEndOf } from '../../support/end';
import { formPaths } from '../../support/portal/form-paths';
import { openPortal, type TestPortal } from '../../support/portal/portal';

/** More people than a page has. */
const people = Array.from({ length: 26 }, (_, index) => `p${index}@acme.example`);

/** Ways to every form of the signed-in pages. */
const pages: Readonly<Record<string, (browser: NoJsBrowser, portal: TestPortal) => Promise<unknown>>> = {
  'the dashboard': browser => browser.visit(paths.dashboard),
  'the licenses that are not used': browser => browser.visit('/leads-capture?activity=idle30'),
  'the dialog of a license': browser => browser.visit('/leads-capture?revoke=U-1'),
  'the cards': browser => browser.visit(paths.cards),
  'the dialog of a card': browser => browser.visit('/digital-business-cards?deactivate=c1'),
  'the dialog of the profile data': browser => browser.visit('/digital-business-cards?dialog=profile-data'),
  'the people': browser => browser.visit(paths.people),
  'the dialog of a person': browser => browser.visit('/people?remove=ada%40acme.example'),
  'Compare with a list': browser => browser.visit(paths.compare),
  'a comparison': browser => browser.submitBody(paths.compare, listForm(people.join('\n'))),
  'the invitation': browser => browser.visit('/invite?for=licenses'),
  'a review': browser => review(browser, ['U-1']),
  'a removal that has failed': async browser => {
    await review(browser, ['U-2']);
    await ended(await browser.press('Revoke 1 license'));
  },
  'a running removal': async (browser, { faults }) => {
    atEndOf('test', holdCalls(faults, 'scannerRevoke').release);
    await review(browser, ['U-2']);
    await browser.press('Revoke 1 license');
  },
};

interface Form {
  readonly actions: readonly string[];
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
        actions: [form, ...$(`[formaction][form="${$(form).attr('id')}"]`)].map(
          element => $(element).attr('formaction') ?? $(element).attr('action') ?? '',
        ),
        account: new Map(pairs).get(ACCOUNT_FIELD),
        body: () => new Response($(form).is('[enctype^=multipart]') ? files : new URLSearchParams(pairs)),
      };
    })
    .filter(({ actions }) => !actions.includes(paths.logout));
}

async function openBoth(): Promise<{ portal: TestPortal; browser: NoJsBrowser }> {
  const ecard = cards();
  ecard.cards = [...ecard.cards, ...people.map(email => ({ code: email, email, name: email }))];
  const opened = await openPortal({ accounts: [dana({ ecard }), eve()], as: 'dana@acme.example' });
  // An ended removal has a form only if something failed.
  opened.portal.faults.on('scannerRevoke', status(500));
  return opened;
}

test('T73: every form of the signed-in pages, with each of its buttons, belongs to the account that it was shown to', async () => {
  const answers = new Map<string, Set<number>>();
  for (const [page, open] of Object.entries(pages)) {
    const { portal, browser } = await openBoth();
    await open(browser, portal);
    const forms = formsOf(browser);
    expect([page, browser.status, forms.length > 0]).toEqual([page, 200, true]);
    for (const { account } of forms) expect(account).toMatch(/^[\w-]{6}(\.[\w-]{6}){2}\.*$/);

    await browser.signIn('eve@evil.example');
    portal.calls.length = 0;
    for (const { actions, body } of forms) {
      for (const action of actions) {
        const { status, text } = await browser.postBody(action, body());
        const [path = ''] = action.split('?');
        answers.set(path, (answers.get(path) ?? new Set()).add(status));
        if (status === 409) expect(text).toContain('This page belonged to another account');
      }
    }
    // Only the roles, which decide whether a large form is read.
    const changes = portal.calls.filter(({ line }) => line !== 'GET /portalusers');
    expect([page, changes]).toEqual([page, []]);
  }
  const { portal } = await openBoth();
  // No page has a form to add a card (P112).
  const others: readonly string[] = [paths.login, paths.finishSignIn, paths.logout, paths.addCard];
  const expected = formPaths(portal.dependencies).filter(path => !others.includes(path));
  const refused = expected.map(path => [path, new Set([409])]);
  expect([...answers].toSorted()).toEqual(refused.toSorted());
});

test('T73: a form of another company of the same administrator is refused, and a new sign-in refuses nothing', async () => {
  const { portal, browser } = await openPortal({ at: paths.leadCapture });
  const { action, fields } = browser.form('Request Licenses');
  const [user, ...companies] = fields[ACCOUNT_FIELD]?.split('.') ?? [];
  expect(companies).toHaveLength(productKeys.length);
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
