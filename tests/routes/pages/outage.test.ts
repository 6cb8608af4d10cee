import { describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { status } from '../../../scripts/sandbox/faults';
import { startPortal } from '../../support/portal';

describe('P24: while the user details cannot be fetched', () => {
  test.each(['/dashboard', '/leads-capture', '/digital-business-cards'])(
    '%s reports it above the states of a missing role, with a retry link',
    async address => {
      const portal = await startPortal();
      const browser = await portal.signedIn();
      portal.faults.on('portalUsers', status(500));
      await browser.visit(address);
      expect(browser.text('main [role=alert]')).toBe('User details not available. Try again');
      portal.faults.off();
      await browser.follow('Try again');
      expect(browser.address).toBe(address);
      expect(browser.has('main [role=alert]')).toBe(false);
    },
  );
});

describe('P7: the dashboard while one product is slow', () => {
  test('shows the other card at once in place of its skeleton, and then the complete page without duplicate IDs', async () => {
    const portal = await startPortal({ environment: { SKELETON_DELAY_MS: '0' } });
    const browser = await portal.signedIn();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    portal.faults.on('ecardStats', ({ pass }) => void released.then(pass));
    let html = '';
    await new Promise<void>((resolve, reject) => {
      browser.agent
        .get('/dashboard')
        .set('Accept-Encoding', 'identity')
        .buffer(false)
        .parse((response, done) => {
          response.setEncoding('utf8').on('data', (text: string) => {
            html += text;
            // The backend of the cards answers only after the Lead Capture card was sent, or else the test hangs.
            if (html.includes('slot="/leads-capture"')) release();
          });
          response.once('end', () => {
            done(null, '');
            resolve();
          });
        })
        .end(error => error && reject(error));
    });
    const [skeleton = '', rest = ''] = html.split('</slot></template>');
    expect(
      load(skeleton)('slot[name]')
        .map((_, slot) => slot.attribs.name)
        .get(),
    ).toEqual(['/leads-capture', '/digital-business-cards', 'integrations']);
    const early = rest.slice(0, rest.indexOf('class="frame"'));
    expect(load(early)('[slot="/leads-capture"]').text()).toContain('Licenses purchased');
    expect(load(rest.slice(early.length))('h2').length).toBe(3);
    // An early card stays in the document, hidden, so its IDs must differ from those of the page.
    const ids = load(rest)('[id]')
      .map((_, element) => element.attribs.id)
      .get();
    expect(ids).toContain('content');
    expect(ids).toEqual([...new Set(ids)]);
  });
});
