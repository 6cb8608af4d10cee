import { createElement } from 'react';
import { InvitePage } from '../../../views/pages/InvitePage';
import type { SignedInHandler } from '../handler';
import { signedInPage } from '../signed-in-page';
import { invitedProducts, loadInvitation } from './invitation';
import { describeAvailable, presentInvitation } from './present';
import { qrCodeFile } from './qr-code';

/** GET /invite?for=licenses|cards: a letter to the people who get a license or a card (P360 to P363). */
export const invitePage = signedInPage({
  title: 'Invite people',
  subtitle: 'Hand out licenses and cards',
  shape: 'cards',
  load: loadInvitation,
  async show(_request, invitation, layout) {
    if (typeof invitation === 'string') {
      return { element: createElement(InvitePage, { layout, content: invitation }) };
    }
    const subtitle = describeAvailable(invitation);
    const content = presentInvitation(invitation);
    return { element: createElement(InvitePage, { layout: { ...layout, subtitle }, content }) };
  },
});

/** GET /invite/qr-code.svg?for=licenses|cards: the QR code of the app's download URL (P363). */
export const qrCodeDownload: SignedInHandler = ({ query }, { config }) => {
  const invitedTo = query.for === 'cards' ? 'cards' : 'licenses';
  return {
    kind: 'file',
    fileName: `${invitedTo === 'cards' ? 'cards' : 'scanner'}-app-qr-code.svg`,
    type: 'image/svg+xml',
    text: qrCodeFile(invitedProducts[invitedTo].appUrl(config)),
  };
};
