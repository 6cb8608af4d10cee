import { createElement } from 'react';
import { paths } from '../../../shared/paths';
import { invitedProduct, productTerms } from '../../../shared/products';
import { InvitePage } from '../../../views/pages/InvitePage';
import { withDownloadLine } from '../audit-line';
import type { SignedInHandler } from '../handler';
import { markCurrent } from '../layout';
import { productDefinitions } from '../product/products';
import { signedInPage } from '../signed-in-page';
import { loadInvitation } from './invitation';
import { describeAvailable, isFromPeople, presentInvitation } from './present';
import { qrCodeFile } from './qr-code';

/** GET /invite?for=licenses|cards: a letter to the people who get a license or a card (P360 to P363). */
export const invitePage = signedInPage({
  title: 'Invite people',
  subtitle: 'Hand out licenses and cards',
  shape: 'panels',
  styles: 'tools',
  load: loadInvitation,
  async show({ query }, invitation, layout) {
    if (typeof invitation === 'string') {
      return { element: createElement(InvitePage, { layout, content: invitation }) };
    }
    const subtitle = describeAvailable(invitation) ?? layout.subtitle;
    const content = presentInvitation(invitation, query);
    const { path: href, title: label } = productTerms[invitation.invitedTo];
    const back = isFromPeople(query) ? { href: paths.people, label: 'People' } : { href, label };
    const shown = markCurrent({ ...layout, subtitle, back }, back.href);
    return { element: createElement(InvitePage, { layout: shown, content }) };
  },
});

/** GET /invite/qr-code.svg?for=licenses|cards: the QR code of the app's download URL (P363). */
export const qrCodeDownload: SignedInHandler = (request, dependencies) => {
  const invitedTo = invitedProduct(request.query.for) ?? 'license';
  return withDownloadLine(request, dependencies, { item: 'qr-code' }, async () => ({
    kind: 'file',
    fileName: `${invitedTo === 'card' ? 'cards' : 'scanner'}-app-qr-code.svg`,
    type: 'image/svg+xml',
    text: qrCodeFile(productDefinitions[invitedTo].appUrl(dependencies.config)),
  }));
};
