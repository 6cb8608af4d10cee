import { paths } from '../../../shared/paths';
import { allOf, appName, invitedProduct, productTerms } from '../../../shared/products';
import { InvitePage } from '../../../views/pages/InvitePage';
import { redirect } from '../../http/reply';
import { withDownloadLine } from '../audit-line';
import { requiring } from '../handler';
import { invitationUrl, storePeople } from '../people-list/invitation';
import { listProblem } from '../people-list/list-problem';
import { isRepeatable } from '../repeatable';
import { signedInPage } from '../signed-in-page';
import { loadInvitation } from './invitation';
import { findInvited } from './people';
import { describeAvailable, presentInvitation, type Refused } from './present';
import { qrCodeFile } from './qr-code';

/** GET /invite?for=licenses|cards: a letter to the people who get a license or a card (P360 to P363). */
const inviteForm = (refused?: Refused) =>
  signedInPage({
    requires: 'role',
    title: 'Invite people',
    subtitle: `Hand out ${allOf()}`,
    shape: 'panels',
    styles: 'tools',
    status: refused ? 422 : 200,
    async load(request, dependencies) {
      const invitation = await loadInvitation(request, dependencies);
      if (!invitation) return 'roles unknown';
      return { invitation, people: await findInvited(invitation.invitedTo)(request, dependencies) };
    },
    async show({ query }, { invitation, people }, layout) {
      const subtitle = describeAvailable(invitation) ?? layout.subtitle;
      const content = presentInvitation(invitation, people, query, refused);
      const { path: href, title: label } = productTerms[invitation.invitedTo];
      const back = query.from === 'people' ? { href: paths.people, label: 'People' } : { href, label };
      const shown = { ...layout, subtitle, back, current: back.href };
      return { element: <InvitePage layout={shown} content={content} /> };
    },
  });

export const invitePage = inviteForm();

/** POST /invite?for=licenses|cards: stores a list of people to invite, and redirects to their invitation (P480). */
export const invitePeople = requiring('role', async (request, dependencies) => {
  const { people: text = '' } = request.form;
  const list = await storePeople(text, request, dependencies);
  if (typeof list !== 'string') {
    const refused = { text: isRepeatable(text) ? text : '', problem: listProblem(list, 'text') };
    return inviteForm(refused)(request, dependencies);
  }
  const productKey = invitedProduct(request.query.for);
  return redirect(`${invitationUrl(productKey, { from: request.query.from, list })}#answer`);
});

/** GET /invite/qr-code.svg?for=licenses|cards: the QR code of the app's download URL (P363). */
export const qrCodeDownload = requiring('session', (request, dependencies) => {
  const invitedTo = invitedProduct(request.query.for);
  return withDownloadLine(request, dependencies, { item: 'qr-code' }, async () => ({
    kind: 'text',
    status: 200,
    fileName: `${appName(invitedTo)}-qr-code.svg`,
    type: 'image/svg+xml',
    text: qrCodeFile(dependencies.config.appUrls[invitedTo]),
  }));
});
