/** A sentence of the specification that can be checked, and the tests that fail when it no longer holds. */
export interface Row {
  /** Section number, and the part of it. */
  readonly section: string;
  /** As the specification says it; what is quoted there is to the letter. */
  readonly sentence: string;
  /** File below tests/, then describe and test as they stand in its source: 'file › describe › test'. */
  readonly tests: readonly string[];
}

/**
 * The specification, sentence by sentence. Whoever changes the product sees here which sentence they touch;
 * tests/unit/specification.test.ts fails when a row names no test, or one that does not exist.
 */
export const specification: readonly Row[] = [
  {
    section: '2 Routes',
    sentence: '/login: send-magic-link form',
    tests: ['routes/sign-in.test.ts › the login page › asks for an e-mail address and says what it is for'],
  },
  {
    section: '2 Routes',
    sentence: '/finishsignup: completes sign-in from the e-mailed link',
    tests: [
      'routes/sign-in.test.ts › completing a sign-in › takes one press without JavaScript, then leads to the dashboard',
    ],
  },
  {
    section: '2 Routes',
    sentence: '/ redirects to /leads-capture (inside the guard)',
    tests: [
      'routes/layout.test.ts › a page › at / is the Lead Capture page',
      'routes/session.test.ts › with a session › the start page is Lead Capture',
      'routes/session.test.ts › without a session › %s %s leads to the login page and asks no backend',
    ],
  },
  {
    section: '2 Routes',
    sentence: '/dashboard: Dashboard (guarded)',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of $product › shows licenses and activity, and requests licenses',
      'routes/session.test.ts › without a session › %s %s leads to the login page and asks no backend',
    ],
  },
  {
    section: '2 Routes',
    sentence: '/leads-capture: Lead Capture page (guarded)',
    tests: [
      'routes/lead-capture.test.ts › the overview › shows the corporate code with a button that copies it, and what it is for',
      'routes/session.test.ts › without a session › %s %s leads to the login page and asks no backend',
    ],
  },
  {
    section: '2 Routes',
    sentence: '/digital-business-cards: Digital Business Cards page (guarded)',
    tests: [
      'routes/cards.test.ts › the overview › shows the five figures',
      'routes/session.test.ts › without a session › %s %s leads to the login page and asks no backend',
    ],
  },
  {
    section: '2 Routes',
    sentence: 'While authentication state is loading, a spinner is shown',
    tests: [
      'routes/layout.test.ts › while the data is slow › a skeleton with a spinner is shown, with no pagination, and then the page: $page',
    ],
  },
  {
    section: '2 Routes',
    sentence: 'When the user is not authenticated, the guard redirects to /login',
    tests: ['routes/session.test.ts › without a session › %s %s leads to the login page and asks no backend'],
  },
  {
    section: '2 Routes',
    sentence: 'All routes except /login and /finishsignup sit behind the guard',
    tests: ['routes/session.test.ts › without a session › no address of the portal is left out above'],
  },
  {
    section: '2 Routes',
    sentence: 'Sidebar link /dashboard: always',
    tests: ['routes/layout.test.ts › the sidebar › links what the roles open: $links'],
  },
  {
    section: '2 Routes',
    sentence: 'Sidebar link /leads-capture: label Lead Capture, only with a product 2 role',
    tests: ['routes/layout.test.ts › the sidebar › links what the roles open: $links'],
  },
  {
    section: '2 Routes',
    sentence: 'Sidebar link /digital-business-cards: only with a product 3 role',
    tests: ['routes/layout.test.ts › the sidebar › links what the roles open: $links'],
  },
  {
    section: '2 Routes',
    sentence: 'A toast notification area shows messages on all pages',
    tests: [
      'routes/layout.test.ts › a page › has a place for messages, whatever it shows',
      'routes/layout.test.ts › a page › that comes after an action shows its message, whichever page it is, and closes it by a link',
    ],
  },
  {
    section: '1 Header',
    sentence: 'The header shows the signed-in user’s company, the name and a Logout button',
    tests: ['routes/layout.test.ts › the header › shows company, name and a Logout button: %s'],
  },
  {
    section: '1 Header',
    sentence: 'The header shows the e-mail if there is no name',
    tests: ['routes/layout.test.ts › the header › shows the e-mail when there is no name: %j'],
  },
  {
    section: '2 Login page',
    sentence: 'Field: Email Address (required, e-mail type)',
    tests: ['routes/sign-in.test.ts › the login page › asks for an e-mail address and says what it is for'],
  },
  {
    section: '2 Login page',
    sentence: 'Button ‘Send Magic Link’',
    tests: ['routes/sign-in.test.ts › the login page › asks for an e-mail address and says what it is for'],
  },
  {
    section: '2 Login page',
    sentence: 'Helper text: a secure link is sent to sign in without a password',
    tests: ['routes/sign-in.test.ts › the login page › asks for an e-mail address and says what it is for'],
  },
  {
    section: '2 Login page',
    sentence: 'Shows a success message after sending',
    tests: [
      'routes/sign-in.test.ts › the login page › has the link sent to the address, without the spaces around it, and says so',
    ],
  },
  {
    section: '2 Login page',
    sentence: 'Shows an error message after sending',
    tests: [
      'routes/sign-in.test.ts › when the link cannot be sent › T2: the same page comes whatever the reason is, after one try, and the address stays in the form',
    ],
  },
  {
    section: '2 Finish sign-in page',
    sentence: 'Processing: ‘Signing you in...’',
    tests: [
      'routes/sign-in.test.ts › a link that is only looked at › T3: sends itself only in the browser that asked for it, for scanners run scripts too',
      'browser/sign-in-link.test.ts › a page that the browser renders ahead uses the link up only when somebody looks at it',
    ],
  },
  {
    section: '2 Finish sign-in page',
    sentence: 'Success: ‘Sign-in Successful!’ then ‘Redirecting you to the dashboard...’',
    tests: [
      'routes/sign-in.test.ts › completing a sign-in › takes one press without JavaScript, then leads to the dashboard',
    ],
  },
  {
    section: '2 Finish sign-in page',
    sentence: 'Redirect to /dashboard after 2 seconds',
    tests: [
      'routes/sign-in.test.ts › completing a sign-in › takes one press without JavaScript, then leads to the dashboard',
    ],
  },
  {
    section: '2 Finish sign-in page',
    sentence: 'Error: ‘Sign-in Failed’ with the reason',
    tests: [
      'routes/sign-in.test.ts › a link that cannot be one › T5: is invalid: %s',
      'routes/sign-in.test.ts › completing a sign-in › T4: fails with the e-mail of somebody else',
    ],
  },
  {
    section: '2 Finish sign-in page',
    sentence: 'A ‘Return to Login’ button leading to /login',
    tests: ['routes/sign-in.test.ts › a link that cannot be one › T5: is invalid: %s'],
  },
  {
    section: '2 Dashboard',
    sentence: 'Three cards: CRM Integrations, Digital Business Cards, Lead Capture',
    tests: [
      'routes/dashboard.test.ts › the dashboard › without any product has three cards that lead to help',
      'routes/dashboard.test.ts › the dashboard › with both backends down still shows all three cards',
    ],
  },
  {
    section: '2 Dashboard',
    sentence: 'CRM Integrations shows the first integration’s name with an Active badge',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of CRM integrations › shows the first integration as active',
    ],
  },
  {
    section: '2 Dashboard',
    sentence:
      'With none: ‘No Integrations Activated’, ‘Connect your CRM to sync leads automatically’ and a Learn more link to an external help page',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of CRM integrations › offers to connect one when there is none',
    ],
  },
  {
    section: '2 Dashboard',
    sentence: 'Digital Business Cards: Request Licenses button',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of $product › shows licenses and activity, and requests licenses',
      'routes/dashboard.test.ts › the dashboard’s card of $product › leads a request back to the dashboard, with its toast once',
    ],
  },
  {
    section: '2 Dashboard',
    sentence: 'Digital Business Cards: licenses purchased and activated',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of $product › shows licenses and activity, and requests licenses',
    ],
  },
  {
    section: '2 Dashboard',
    sentence: 'Digital Business Cards: profile visits for 30 days and all time; leads from cards',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of $product › shows licenses and activity, and requests licenses',
    ],
  },
  {
    section: '2 Dashboard',
    sentence: 'Digital Business Cards: a not-active state with a Purchase Licenses button',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of $product › with nothing purchased is not active, and offers to purchase by the same request',
    ],
  },
  {
    section: '2 Dashboard',
    sentence: 'Digital Business Cards: a no-access state with a Learn more link',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of $product › T22: without a role says so, leads to help, and asks the backend nothing',
    ],
  },
  {
    section: '2 Dashboard',
    sentence: 'Lead Capture: Request Licenses button',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of $product › shows licenses and activity, and requests licenses',
      'routes/dashboard.test.ts › the dashboard’s card of $product › leads a request back to the dashboard, with its toast once',
    ],
  },
  {
    section: '2 Dashboard',
    sentence: 'Lead Capture: licenses purchased and activated',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of $product › shows licenses and activity, and requests licenses',
    ],
  },
  {
    section: '2 Dashboard',
    sentence: 'Lead Capture: leads for 30 days and all time',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of $product › shows licenses and activity, and requests licenses',
    ],
  },
  {
    section: '2 Dashboard',
    sentence: 'Lead Capture: a not-active state with a Purchase Licenses button',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of $product › with nothing purchased is not active, and offers to purchase by the same request',
    ],
  },
  {
    section: '2 Dashboard',
    sentence: 'Lead Capture: a no-access state with a Learn more link',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of $product › T22: without a role says so, leads to help, and asks the backend nothing',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Overview card: Corporate Code badge with a copy button',
    tests: [
      'routes/lead-capture.test.ts › the overview › shows the corporate code with a button that copies it, and what it is for',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'The Corporate Code’s copy button shows ‘Copied!’ for 2 s',
    tests: [
      "browser/islands.test.ts › a copy button › copies, says 'Copied!' for two seconds and is itself again",
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Hint ‘Share this code with users to claim licenses’',
    tests: [
      'routes/lead-capture.test.ts › the overview › shows the corporate code with a button that copies it, and what it is for',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Three metrics: Total Purchased, Currently Active, Available (purchased minus claimed)',
    tests: [
      'routes/lead-capture.test.ts › the overview › counts $purchased purchased, $active active and $available available licenses',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Request Licenses button',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Copy Download Link button for the scanner app',
    tests: [
      'routes/lead-capture.test.ts › the overview › offers the scanner app’s download link for copying',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Success toast ‘Download link copied to clipboard!’',
    tests: ['browser/islands.test.ts › a copy button › copies the download link with a toast'],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Error toast ‘Failed to copy link to clipboard’',
    tests: ["browser/islands.test.ts › a copy button › never says 'Copied!' when nothing was copied"],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Without access: ‘Lead Capture Not Activated’ with a Learn More link',
    tests: [
      'routes/lead-capture.test.ts › without a role for the scanner › T22: ($what) the page says so, and the backend is not asked',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence:
      'Activated Licenses table with the columns Email, UserID, Leads last 30, Leads all time, Actions',
    tests: [
      'routes/lead-capture.test.ts › the list of activated licenses › shows e-mail, UserID, both lead counts and what can be done',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'UserID has a copy button, ‘Copied!’ for 2 s',
    tests: [
      'routes/lead-capture.test.ts › the list of activated licenses › shows e-mail, UserID, both lead counts and what can be done',
      "browser/islands.test.ts › a copy button › copies, says 'Copied!' for two seconds and is itself again",
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Leads last 30 and Leads all time are sortable, default descending, click toggles asc/desc',
    tests: [
      'routes/lead-capture.test.ts › the order › is by leads of the last 30 days, most first',
      'routes/lead-capture.test.ts › the order › turns around with a click on the same column, and starts descending on another',
      'routes/lead-capture.test.ts › the order › is for lead counts only',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Actions (Deactivate)',
    tests: [
      'routes/lead-capture.test.ts › revoking a license › is asked about first: whose it is, and that it cannot be undone',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Search box (matches e-mail or app id, case-insensitive, trimmed)',
    tests: [
      'routes/lead-capture.test.ts › the search › finds $what',
      'routes/lead-capture.test.ts › the search › offers e-mail, UserID or both, and both by default',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'A Clear button',
    tests: ['routes/lead-capture.test.ts › the search › is cleared with its field, and keeps the order'],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Count line ‘Showing X of Y results (filtered from Y total)’',
    tests: [
      'routes/lead-capture.test.ts › the search › finds $what',
      'routes/lead-capture.test.ts › the search › counts matches on all pages',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Count line ‘Showing N items’',
    tests: ['routes/lead-capture.test.ts › the search › shows everything for a blank query'],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Export button (CSV)',
    tests: [
      'routes/lead-capture-csv.test.ts › the export of licenses › holds exactly the rows of all pages, in their order: $search',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Pagination',
    tests: [
      'routes/lead-capture.test.ts › the pages › of $count licenses: $shown',
      'routes/lead-capture.test.ts › the pages › lead to every license once, in order, forwards and back',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence:
      'Empty state: ‘No licenses activated yet’ / ‘Licenses will appear here once customers activate them.’',
    tests: [
      'routes/lead-capture.test.ts › the list of activated licenses › says that there are no licenses yet',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'No-match state: ‘No licenses found’',
    tests: [
      'routes/lead-capture.test.ts › the list of activated licenses › says that a search finds nothing',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Non-Activated Licenses card lists UserIDs only, with copy',
    tests: [
      'routes/lead-capture.test.ts › the non-activated licenses › are a list of UserIDs with buttons that copy them',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Non-Activated Licenses card has a CSV export',
    tests: [
      'routes/lead-capture-csv.test.ts › the export of non-activated licenses › holds all of them, in their order, whatever the page searches and shows',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Non-Activated Licenses card is hidden when empty and not loading',
    tests: ['routes/lead-capture.test.ts › the non-activated licenses › are hidden when there are none'],
  },
  {
    section: '2 Lead Capture page',
    sentence:
      'Confirm modal ‘Confirm License Revocation’: names the e-mail, warns ‘This action cannot be undone.’',
    tests: [
      'routes/lead-capture.test.ts › revoking a license › is asked about first: whose it is, and that it cannot be undone',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence: 'Confirm modal: buttons Cancel and Revoke License',
    tests: [
      'routes/lead-capture.test.ts › revoking a license › is asked about first: whose it is, and that it cannot be undone',
      'routes/lead-capture.test.ts › revoking a license › can be left with %s, and the list is as it was',
    ],
  },
  {
    section: '2 Lead Capture page',
    sentence:
      'A stats error shows a red alert in the Lead Capture card: ‘Error loading lead capture information’',
    tests: [
      'routes/backend-down.test.ts › the $title page, when its backend is down › and answers with %s, says so in a red alert, and the rest of the portal works',
      'routes/dashboard.test.ts › the dashboard’s card of $product › says so when its backend answers with %s, and the other card is complete',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence:
      'Overview card: Active Cards (claimed), Available Cards, Total Cards (purchased), Profile Visits for 30 days and in total',
    tests: ['routes/cards.test.ts › the overview › shows the five figures'],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Copy Download Link button for the cards app',
    tests: ['routes/cards.test.ts › the overview › offers the cards app’s download link for copying'],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Buttons: Request Licenses',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Buttons: Request All Profile Data, which opens modal ‘Request Profile Data Export’',
    tests: [
      'routes/cards.test.ts › requesting all profile data › is offered first: what it sends, and where',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence:
      'Modal text ‘We will email an export of all card profile data to your registered email.’ and buttons Cancel and Confirm',
    tests: [
      'routes/cards.test.ts › requesting all profile data › is offered first: what it sends, and where',
      'routes/cards.test.ts › $words leaves the dialog of "$dialog" with no change',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence:
      'Without access (no product 3 role): notice ‘Digital Business Cards Not Activated’; no card lists are loaded',
    tests: [
      'routes/cards.test.ts › without a role for cards › T22: ($what) the page says so, and no cards are loaded',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence:
      'Claimed cards: table with sortable columns Name, Email, Job title, CardID, Profile visits (30 days), Profile visits (total)',
    tests: [
      'routes/cards.test.ts › the claimed cards › show name, e-mail, job title, CardID, both counts of visits and what can be done',
      'routes/cards.test.ts › the order of claimed cards › by $label starts descending, then turns around',
      'routes/cards.test.ts › the order of claimed cards › is by profile visits of the last 30 days, most first',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Claimed cards: search box',
    tests: ['routes/cards.test.ts › the search of claimed cards › covers $what'],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Claimed cards: per-row Deactivate button',
    tests: [
      'routes/cards.test.ts › the claimed cards › show name, e-mail, job title, CardID, both counts of visits and what can be done',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Claimed cards: CSV export',
    tests: [
      'routes/cards-csv.test.ts › the export of claimed cards › with profile visits holds exactly the rows of all pages, in their order: $search',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Claimed cards: pagination',
    tests: ['routes/cards.test.ts › the pages › of $list hold 25 each, and lead to every card once'],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Empty state ‘No claimed digital business cards yet’',
    tests: ['routes/cards.test.ts › the claimed cards › are none: the page says so'],
  },
  {
    section: '2 Digital Business Cards page',
    sentence:
      'When a search matches nothing: ‘No digital business cards found’ with hint ‘Try adjusting your search terms or clear the search.’',
    tests: ['routes/cards.test.ts › the claimed cards › are not found: the page says so, and how to go on'],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Search covers e-mail, name, job title and card id',
    tests: ['routes/cards.test.ts › the search of claimed cards › covers $what'],
  },
  {
    section: '2 Digital Business Cards page',
    sentence:
      'Non-Claimed Cards section: subtitle: digital business cards that have not been claimed by users yet',
    tests: [
      'routes/cards.test.ts › the non-claimed cards › are a list of CardIDs with what they are, and buttons that copy them',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Non-Claimed Cards section: hidden when no unclaimed cards exist once loading is done',
    tests: ['routes/cards.test.ts › the non-claimed cards › are hidden when there are none'],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Non-Claimed Cards section: an Export button',
    tests: [
      'routes/cards-csv.test.ts › the export of non-claimed cards › holds exactly the rows of all pages, in their order: $search',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Non-Claimed Cards section: a search box with placeholder ‘Search non-claimed cards...’',
    tests: [
      'routes/cards.test.ts › the non-claimed cards › are a list of CardIDs with what they are, and buttons that copy them',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence:
      'Non-Claimed Cards section: one sortable column ‘CardID’ (click toggles asc/desc; first click sorts descending)',
    tests: [
      'routes/cards.test.ts › the non-claimed cards › are in the backend’s order until the first click sorts them descending, then each turns them',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Non-Claimed Cards section: a per-card copy button',
    tests: [
      'routes/cards.test.ts › the non-claimed cards › are a list of CardIDs with what they are, and buttons that copy them',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'The copy button briefly shows a check mark and a ‘Copied!’ tag for 2 s',
    tests: [
      "browser/islands.test.ts › a copy button › copies, says 'Copied!' for two seconds and is itself again",
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Empty state ‘No non-claimed cards found’ with ‘Try adjusting your search terms.’',
    tests: [
      'routes/cards.test.ts › the non-claimed cards › that a search does not find leave a hint, and their section stays',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Skeleton rows show while loading; pagination is hidden while loading',
    tests: [
      'routes/layout.test.ts › while the data is slow › a skeleton with a spinner is shown, with no pagination, and then the page: $page',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence:
      'Deactivate dialog ‘Confirm Card Deactivation’: ‘Are you sure you want to deactivate the digital business card for:’ followed by name and e-mail',
    tests: [
      'routes/cards.test.ts › deactivating a card › is asked about first: whose it is, what it clears, and that it cannot be undone',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Deactivate dialog warns ‘This action will clear the NFC profile and cannot be undone.’',
    tests: [
      'routes/cards.test.ts › deactivating a card › is asked about first: whose it is, what it clears, and that it cannot be undone',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Deactivate dialog: buttons Cancel and ‘Deactivate Card’',
    tests: [
      'routes/cards.test.ts › deactivating a card › is asked about first: whose it is, what it clears, and that it cannot be undone',
    ],
  },
  {
    section: '2 Digital Business Cards page',
    sentence: 'Cancel or the close button closes it with no change',
    tests: ['routes/cards.test.ts › $words leaves the dialog of "$dialog" with no change'],
  },
  {
    section: '3 Entities',
    sentence: 'Portal user details (from server): name, company, roles; each role: product and entityId',
    tests: [
      'unit/backends/portal-users.test.ts › the details of an administrator › are name, company and the roles that open products',
      'unit/backends/portal-users.test.ts › the details of an administrator › may have as roles: %s',
    ],
  },
  {
    section: '3 Entities',
    sentence:
      'Scanner account stats: code, licencesPurchased, licencesClaimed, leadsTotal, leadsLast30Days, integrations, userStats',
    tests: [
      'unit/backends/scanner.test.ts › the statistics of a scanner account › are read as the specification names them',
    ],
  },
  {
    section: '3 Entities',
    sentence: 'Each userStats item: appId, email, activationDate, leadsTotal, leadsLast30Days',
    tests: [
      'unit/backends/scanner.test.ts › the statistics of a scanner account › are read as the specification names them',
    ],
  },
  {
    section: '3 Entities',
    sentence: 'License (derived): licenseId (= appId), email, appId',
    tests: [
      'routes/lead-capture.test.ts › the list of activated licenses › shows e-mail, UserID, both lead counts and what can be done',
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
    ],
  },
  {
    section: '3 Entities',
    sentence:
      'Company stats for cards: licencesPurchased, licencesClaimed, activitiesTotal, activitiesLast30Days, leads, userStats',
    tests: [
      'unit/backends/ecard.test.ts › the statistics of a company › are read as the specification names them',
    ],
  },
  {
    section: '3 Entities',
    sentence: 'Each userStats item: code, email, name, title, activitiesTotal, activitiesLast30Days',
    tests: [
      'unit/backends/ecard.test.ts › the statistics of a company › are read as the specification names them',
    ],
  },
  {
    section: '3 Entities',
    sentence:
      'Digital business card (derived): cardId (= code), email, name, jobTitle, activationDate (ISO date-time; the current time when derived)',
    tests: [
      'unit/backends/ecard.test.ts › the statistics of a company › are read as the specification names them',
    ],
  },
  {
    section: '3 Entities',
    sentence: 'jobTitle: default ‘Not specified’',
    tests: [
      'routes/cards.test.ts › the claimed cards › with no job title say so, and count as non-claimed with no e-mail: %j',
    ],
  },
  {
    section: '3 Entities',
    sentence: 'A card with an empty or missing e-mail counts as non-claimed',
    tests: [
      'routes/cards.test.ts › the claimed cards › with no job title say so, and count as non-claimed with no e-mail: %j',
    ],
  },
  {
    section: '3 Entities',
    sentence:
      'Card stats: cardId, totalViews, viewsLast30Days, totalShares (always 0), sharesLast30Days (always 0)',
    tests: [
      'unit/backends/ecard.test.ts › the statistics of a company › are read as the specification names them',
    ],
  },
  {
    section: '3 Entities',
    sentence: 'Toast: id (from timestamp), message, type',
    tests: [
      'routes/layout.test.ts › a toast is known by the moment at which it was made, and by its kind',
      'unit/shared/messages.test.ts › a toast › reads as the specification says: %s',
    ],
  },
  {
    section: '3 Entities',
    sentence: 'Revoke modal state: open, licenseId, email',
    tests: [
      'routes/lead-capture.test.ts › revoking a license › is asked about first: whose it is, and that it cannot be undone',
      'routes/actions.test.ts › $action, which cannot be undone › T21: is not asked about when the address names %s',
    ],
  },
  {
    section: '3 Entities',
    sentence: 'Deactivate-card modal state: open, cardId, email, name',
    tests: [
      'routes/cards.test.ts › deactivating a card › is asked about first: whose it is, what it clears, and that it cannot be undone',
      'routes/actions.test.ts › $action, which cannot be undone › T21: is not asked about when the address names %s',
    ],
  },
  {
    section: '3 Entities',
    sentence: 'Search state: query, field (‘both’ by default)',
    tests: [
      'unit/shared/list-state.test.ts › the address of the Lead Capture page › without a query is the default: leads of the last 30 days, descending, page 1',
      'routes/lead-capture.test.ts › the search › offers e-mail, UserID or both, and both by default',
    ],
  },
  {
    section: '3 Entities',
    sentence: 'Pagination state: currentPage (1), itemsPerPage (25)',
    tests: [
      'unit/shared/list-state.test.ts › the address of the Lead Capture page › without a query is the default: leads of the last 30 days, descending, page 1',
      'routes/lead-capture.test.ts › the pages › of $count licenses: $shown',
    ],
  },
  {
    section: '3 Entities',
    sentence: 'Auth state: userEmail, userDetails, isAuthenticated',
    tests: [
      'routes/layout.test.ts › the header › shows company, name and a Logout button: %s',
      'routes/session.test.ts › without a session › %s %s leads to the login page and asks no backend',
    ],
  },
  {
    section: '3 CSV exports',
    sentence: 'Licenses: email, userId, leadsLast30Days, totalLeads',
    tests: [
      'routes/exports.test.ts › the export of $what › T19: is a CSV file in UTF-8 that nobody keeps, with headings and CRLF',
      'unit/shared/exports.test.ts › an export › of licenses has e-mail, id and both counts of leads',
    ],
  },
  {
    section: '3 CSV exports',
    sentence: 'Non-activated licenses: userId',
    tests: [
      'routes/exports.test.ts › the export of $what › T19: is a CSV file in UTF-8 that nobody keeps, with headings and CRLF',
      'unit/shared/exports.test.ts › an export › of non-activated licenses has ids only',
    ],
  },
  {
    section: '3 CSV exports',
    sentence: 'Claimed cards: name, email, jobTitle, cardId, viewsLast30Days, totalViews',
    tests: [
      'routes/exports.test.ts › the export of $what › T19: is a CSV file in UTF-8 that nobody keeps, with headings and CRLF',
      'unit/shared/exports.test.ts › an export › of claimed cards has no visits, unless they are asked for',
    ],
  },
  {
    section: '3 CSV exports',
    sentence: 'The claimed cards’ export is given an empty stats map, so the view counts come out as 0',
    tests: [
      'routes/cards-csv.test.ts › the export of claimed cards › with profile visits holds exactly the rows of all pages, in their order: $search',
    ],
  },
  {
    section: '3 CSV exports',
    sentence: 'Non-claimed cards: one column, cardId',
    tests: [
      'routes/exports.test.ts › the export of $what › T19: is a CSV file in UTF-8 that nobody keeps, with headings and CRLF',
      'unit/shared/exports.test.ts › an export › of non-claimed cards has ids only',
    ],
  },
  {
    section: '4 States',
    sentence: 'Each data area has a loading flag: loading is set when a request is pending',
    tests: [
      'routes/layout.test.ts › while the data is slow › a skeleton with a spinner is shown, with no pagination, and then the page: $page',
    ],
  },
  {
    section: '4 States',
    sentence: 'Each data area has an error string: the error is cleared when a request starts',
    tests: [
      'routes/backend-down.test.ts › the $title page, when its backend is down › and answers with %s, says so in a red alert, and the rest of the portal works',
      'routes/backend-down.test.ts › the $title page, when its backend is down › can be tried again in the same list state',
    ],
  },
  {
    section: '4 States',
    sentence: 'License status is derived: with an e-mail = activated; without = non-activated',
    tests: [
      'routes/lead-capture.test.ts › the list of activated licenses › leaves out licenses without an e-mail',
      'unit/backends/scanner.test.ts › the statistics of a scanner account › are read as the specification names them',
    ],
  },
  {
    section: '4 States',
    sentence: 'Revoking a license removes it from the list and re-fetches the scanner stats',
    tests: [
      'routes/lead-capture.test.ts › revoking a license › takes it off the list, frees it, says so once, and keeps the list state',
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
    ],
  },
  {
    section: '4 States',
    sentence: 'The revoke’s success toast appears immediately on confirm, before the result is known',
    tests: [
      'browser/islands.test.ts › the revoke dialog › promises success at once, and takes it back with the row when the backend fails',
    ],
  },
  {
    section: '4 States',
    sentence:
      'Deactivating a card removes it and its stats, then reloads the cards; success toast shown and the dialog closes',
    tests: [
      'routes/cards.test.ts › deactivating a card › makes the card a non-claimed one',
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
    ],
  },
  {
    section: '4 States',
    sentence: 'Changing the search query or field resets the page to 1',
    tests: [
      'routes/lead-capture.test.ts › the search › goes back to the first page when the query or the field changes, and keeps the rest',
      'routes/cards.test.ts › the search of claimed cards › goes back to the first page and keeps the order',
      'routes/cards.test.ts › the non-claimed cards › go back to the first page with a new search or order',
    ],
  },
  {
    section: '4 States',
    sentence: 'Reset search clears the query and sets the field to ‘both’',
    tests: ['routes/lead-capture.test.ts › the search › is cleared with its field, and keeps the order'],
  },
  {
    section: '4 States',
    sentence: 'The ‘Copied’ marker clears after 2 s',
    tests: [
      "browser/islands.test.ts › a copy button › copies, says 'Copied!' for two seconds and is itself again",
    ],
  },
  {
    section: '4 States',
    sentence: 'Scanner stats and licenses are fetched when the user has a product 2 role',
    tests: [
      'routes/lead-capture.test.ts › without a role for the scanner › T22: ($what) the page says so, and the backend is not asked',
      'routes/lead-capture.test.ts › without a role for the scanner › a role whose product comes as a text counts, and of two roles the first',
    ],
  },
  {
    section: '4 States',
    sentence: 'Licenses are built from the stats, so they are refetched whenever stats change',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
    ],
  },
  {
    section: '4 States',
    sentence: 'Cards data is fetched when the user has a product 3 role',
    tests: [
      'routes/cards.test.ts › without a role for cards › T22: ($what) the page says so, and no cards are loaded',
    ],
  },
  {
    section: '4 States',
    sentence: 'Sign-in page: idle, sending, then success or error message',
    tests: [
      'routes/sign-in.test.ts › the login page › has the link sent to the address, without the spaces around it, and says so',
      'routes/sign-in.test.ts › when the link cannot be sent › T2: the same page comes whatever the reason is, after one try, and the address stays in the form',
    ],
  },
  {
    section: '4 States',
    sentence: 'Finish sign-in: processing, then success (redirect to /dashboard after 2 s) or error',
    tests: [
      'routes/sign-in.test.ts › completing a sign-in › takes one press without JavaScript, then leads to the dashboard',
      'routes/sign-in.test.ts › completing a sign-in › T4: fails with the e-mail of somebody else',
    ],
  },
  {
    section: '4 States',
    sentence: 'Sorting toggles between ascending and descending; default descending',
    tests: [
      'routes/lead-capture.test.ts › the order › turns around with a click on the same column, and starts descending on another',
      'routes/cards.test.ts › the order of claimed cards › by $label starts descending, then turns around',
    ],
  },
  {
    section: '4 States',
    sentence:
      'Auth state follows the identity provider’s session: signed in sets the e-mail and fetches user details',
    tests: [
      'routes/sign-in.test.ts › completing a sign-in › takes one press without JavaScript, then leads to the dashboard',
      'routes/layout.test.ts › without the user’s details › (%s) there is the e-mail, no product, and no other call',
    ],
  },
  {
    section: '4 States',
    sentence: 'Auth state follows the identity provider’s session: signed out clears both',
    tests: [
      'routes/session.test.ts › a token that comes to its end › T17: ends the session when the identity provider no longer knows it',
    ],
  },
  {
    section: '4 States',
    sentence: 'Logout clears user, details and error',
    tests: [
      'routes/layout.test.ts › the header › logs out',
      'routes/session.test.ts › the end of a session › T12: comes with Logout, which clears every cookie of the portal and what the browser has kept',
    ],
  },
  {
    section: '4 States',
    sentence: 'Whether a revoked item is confirmed by the server beyond an ok status: not shown',
    tests: ['routes/actions.test.ts › $action › is done when the backend confirms it with %s'],
  },
  {
    section: '5 Validation',
    sentence: 'Login: an empty e-mail gives ‘Please enter your email address’',
    tests: [
      'routes/sign-in.test.ts › the login page › asks again for an address when it gets %s, and keeps what was typed',
    ],
  },
  {
    section: '5 Validation',
    sentence: 'Login: the field is also a required e-mail input',
    tests: ['routes/sign-in.test.ts › the login page › asks for an e-mail address and says what it is for'],
  },
  {
    section: '5 Validation',
    sentence:
      'The link must carry mode equal to signIn, an apiKey and an oobCode; otherwise ‘Invalid sign-in link. Please request a new magic link.’',
    tests: ['routes/sign-in.test.ts › a link that cannot be one › T5: is invalid: %s'],
  },
  {
    section: '5 Validation',
    sentence:
      'The link must also be recognised by the identity provider; otherwise ‘Invalid sign-in link format.’',
    tests: [
      'routes/sign-in.test.ts › a link that cannot be one › T5: has an invalid format: %s',
      'routes/sign-in.test.ts › a link that cannot be one › T5: has an invalid format: a broken escape in the code itself',
    ],
  },
  {
    section: '5 Validation',
    sentence: 'The e-mail used is the one saved in the browser when the link was sent',
    tests: [
      'routes/sign-in.test.ts › completing a sign-in › takes one press without JavaScript, then leads to the dashboard',
      'routes/sign-in.test.ts › completing a sign-in › T4: fails with a link that was meant for somebody else, and an existing session stays as it is',
    ],
  },
  {
    section: '5 Validation',
    sentence: 'If missing, the user is prompted (‘Please provide your email for confirmation’)',
    tests: [
      'routes/sign-in.test.ts › a link that is only looked at › T3: sends itself only in the browser that asked for it, for scanners run scripts too',
      'routes/sign-in.test.ts › completing a sign-in › in another browser asks for the e-mail first',
    ],
  },
  {
    section: '5 Validation',
    sentence: 'If still empty, ‘Email is required to complete sign-in.’',
    tests: [
      'routes/sign-in.test.ts › completing a sign-in › needs an e-mail: %s is not enough, and the link stays good',
    ],
  },
  {
    section: '5 Validation',
    sentence:
      'Adding a digital business card always fails with ‘Adding digital business cards is not supported by the API’',
    tests: [
      'routes/actions.test.ts › adding a card › is not supported, whoever asks, and reaches no backend',
    ],
  },
  {
    section: '5 Validation',
    sentence:
      'Requests require a signed-in user and the matching product role, otherwise they fail with the errors in section 8',
    tests: [
      'routes/session.test.ts › without a session › %s %s leads to the login page and asks no backend',
      'routes/actions.test.ts › $action › T22: needs the role: without it no call is made',
    ],
  },
  {
    section: '5 Validation',
    sentence: 'Activated lists hide licenses or cards with an empty e-mail',
    tests: [
      'routes/lead-capture.test.ts › the list of activated licenses › leaves out licenses without an e-mail',
      'routes/cards.test.ts › the claimed cards › with no job title say so, and count as non-claimed with no e-mail: %j',
    ],
  },
  {
    section: '5 Validation',
    sentence: 'Search is a case-insensitive substring match on trimmed text',
    tests: [
      'routes/lead-capture.test.ts › the search › finds $what',
      'routes/cards.test.ts › the search of claimed cards › covers $what',
      'unit/lists/table.test.ts › a search › for %j finds %j',
    ],
  },
  {
    section: '5 Validation',
    sentence: 'Non-claimed search: on cardId only',
    tests: [
      'routes/cards.test.ts › the non-claimed cards › are searched by CardID only, whatever the case and spaces',
    ],
  },
  {
    section: '5 Validation',
    sentence: 'CSV fields containing a comma, quote or newline are quoted, with quotes doubled',
    tests: [
      'routes/lead-capture-csv.test.ts › the export of licenses › quotes commas, quotes and line ends, and doubles quotes',
    ],
  },
  {
    section: '5 Validation',
    sentence: 'Export file name contains the date, plus a sanitised query if one is set',
    tests: [
      'routes/exports.test.ts › the export of $what › T20: is named for what it holds, the search ($query) and the day',
      'unit/shared/exports.test.ts › the file name of an export › for the search %j is %s',
    ],
  },
  {
    section: '5 Validation',
    sentence:
      'Non-claimed cards: ‘non-claimed-cards-export’, then ‘-filtered-{query with non-alphanumerics replaced by underscores}’ if filtered, then the date (YYYY-MM-DD), then ‘.csv’',
    tests: [
      'routes/exports.test.ts › the export of $what › T20: is named for what it holds, the search ($query) and the day',
      'routes/cards-csv.test.ts › the export of non-claimed cards › is named for the search of its own list',
    ],
  },
  {
    section: '5 Validation',
    sentence: 'Export buttons are disabled when there is nothing to export',
    tests: [
      'routes/lead-capture-csv.test.ts › the export of licenses › cannot be asked for when %s',
      'routes/cards-csv.test.ts › the export of claimed cards › cannot be asked for when %s',
      'routes/cards-csv.test.ts › the export of non-claimed cards › cannot be asked for when the search finds nothing, and is not offered when there are none',
    ],
  },
  {
    section: '5 Validation',
    sentence: 'Export buttons are disabled while loading (there are none then)',
    tests: [
      'routes/layout.test.ts › while the data is slow › a skeleton with a spinner is shown, with no pagination, and then the page: $page',
    ],
  },
  {
    section: '6 Roles',
    sentence: 'A role with product 2 grants the Lead Capture pages, license list and revoke',
    tests: [
      'routes/lead-capture.test.ts › without a role for the scanner › T22: ($what) the page says so, and the backend is not asked',
      'routes/actions.test.ts › $action › T22: needs the role: without it no call is made',
    ],
  },
  {
    section: '6 Roles',
    sentence:
      'A role with product 3 grants the Digital Business Cards pages and actions (listing, non-claimed list, deactivation, export requests)',
    tests: [
      'routes/cards.test.ts › without a role for cards › T22: ($what) the page says so, and no cards are loaded',
      'routes/actions.test.ts › $action › T22: needs the role: without it no call is made',
      'routes/exports.test.ts › the export of $what › T22: needs the role: without it the page says so, and the backend is not asked',
    ],
  },
  {
    section: '6 Roles',
    sentence: 'A user can hold both',
    tests: ['routes/layout.test.ts › the sidebar › links what the roles open: $links'],
  },
  {
    section: '6 Roles',
    sentence: 'Without a role, the sidebar link is hidden',
    tests: ['routes/layout.test.ts › the sidebar › links what the roles open: $links'],
  },
  {
    section: '6 Roles',
    sentence: 'Without a role, the dashboard or page shows a not-activated or learn-more card',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of $product › T22: without a role says so, leads to help, and asks the backend nothing',
      'routes/lead-capture.test.ts › without a role for the scanner › T22: ($what) the page says so, and the backend is not asked',
      'routes/cards.test.ts › without a role for cards › T22: ($what) the page says so, and no cards are loaded',
    ],
  },
  {
    section: '6 Roles',
    sentence: 'The role’s entityId identifies the account or company in call paths',
    tests: [
      'routes/actions.test.ts › the account in the calls › T23: is exactly the one that the backend names: %j',
      'routes/lead-capture.test.ts › without a role for the scanner › a role whose product comes as a text counts, and of two roles the first',
    ],
  },
  {
    section: '7 Calls',
    sentence:
      'Authenticated calls send an Authorization bearer token of the signed-in user (an identity-provider token) and a JSON content type',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
      'unit/backends/call.test.ts › a call › carries the bearer token and a JSON content type',
    ],
  },
  {
    section: '7 Calls',
    sentence: 'Production/live uses the production hosts',
    tests: ['unit/config.test.ts › PORTAL_ENV › %j takes the production hosts'],
  },
  {
    section: '7 Calls',
    sentence: 'Local uses relative /api and /ecard-api',
    tests: ['unit/config.test.ts › PORTAL_ENV › "local" needs nothing: everything is on the own origin'],
  },
  {
    section: '7 Calls',
    sentence: 'Anything else uses demo hosts',
    tests: ['unit/config.test.ts › PORTAL_ENV › %j takes the demo hosts'],
  },
  {
    section: '7 Calls',
    sentence: 'The environment defaults to ‘uat’ when the setting is missing',
    tests: [
      'unit/config.test.ts › a complete environment › gives the settings, with the defaults of the contract',
      'unit/config.test.ts › PORTAL_ENV › %j takes the demo hosts',
    ],
  },
  {
    section: '7 Calls',
    sentence: 'POST /portalusers/magiclink: JSON body with Email; ok status = success; failure throws',
    tests: [
      'unit/backends/portal-users.test.ts › asking for a sign-in link › sends the address as Email, without a token',
      'unit/backends/portal-users.test.ts › asking for a sign-in link › has worked with the status %i',
      'unit/backends/portal-users.test.ts › asking for a sign-in link › has failed with the status %i',
    ],
  },
  {
    section: '7 Calls',
    sentence: 'The login page shows the magic link’s failure text',
    tests: [
      'routes/sign-in.test.ts › when the link cannot be sent › T2: the same page comes whatever the reason is, after one try, and the address stays in the form',
    ],
  },
  {
    section: '7 Calls',
    sentence:
      'GET /portalusers: bearer token; user details (name, company, roles); a non-ok status is only logged',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
      'routes/layout.test.ts › without the user’s details › (%s) there is the e-mail, no product, and no other call',
    ],
  },
  {
    section: '7 Calls',
    sentence: 'GET {api}/portal/scanneraccount/{entityId}/stats: scanner stats',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
      'unit/backends/scanner.test.ts › the statistics of a scanner account › are read as the specification names them',
    ],
  },
  {
    section: '7 Calls',
    sentence: 'POST {api}/portal/scanneraccount/{entityId}/topup: no body; requests more licenses',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
      'unit/backends/scanner.test.ts › actions on a scanner account › request more licenses with an empty body',
    ],
  },
  {
    section: '7 Calls',
    sentence:
      'DELETE {api}/licencing/portal/scanneraccount/{entityId}/licences/{licenseId}: revokes a license',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
      'unit/backends/scanner.test.ts › actions on a scanner account › revoke a license',
    ],
  },
  {
    section: '7 Calls',
    sentence: 'GET {ecard api}/portal/companies/{entityId}/stats: company stats',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
      'unit/backends/ecard.test.ts › the statistics of a company › are read as the specification names them',
    ],
  },
  {
    section: '7 Calls',
    sentence: 'POST {ecard api}/portal/companies/{entityId}/topup: no body; requests more licenses',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
      'unit/backends/ecard.test.ts › actions on a company › go where the specification says, with an empty body',
    ],
  },
  {
    section: '7 Calls',
    sentence: 'DELETE {ecard api}/portal/nfcprofiles/{cardId}/clear: deactivates a card',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
      'unit/backends/ecard.test.ts › actions on a company › go where the specification says, with an empty body',
    ],
  },
  {
    section: '7 Calls',
    sentence:
      'POST {ecard api}/portal/companies/{entityId}/export: no body; triggers an e-mailed export of all profile data',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
      'routes/cards.test.ts › requesting all profile data › sends a mail with the data to the administrator',
      'unit/backends/ecard.test.ts › actions on a company › go where the specification says, with an empty body',
    ],
  },
  {
    section: '7 Calls',
    sentence: 'The integration status fetch makes no call',
    tests: [
      'routes/dashboard.test.ts › the dashboard › asks both backends at the same time, and nobody else',
    ],
  },
  {
    section: '7 Calls',
    sentence:
      'The hosted identity provider is used to complete sign-in from the e-mailed link and get the user’s token',
    tests: ['journey/identity.test.ts › T7: a link signs in once, with tokens that the backends accept'],
  },
  {
    section: '7 Calls',
    sentence: 'The hosted identity provider is used to observe the session',
    tests: [
      'journey/identity.test.ts › the session of a %s user is rejected',
      'routes/session.test.ts › a token that comes to its end › T17: ends the session when the identity provider no longer knows it',
    ],
  },
  {
    section: '7 Calls',
    sentence:
      'An unexpected non-ok response yields only the generic failure text; no status-specific handling',
    tests: [
      'routes/backend-down.test.ts › the $title page, when its backend is down › and answers with %s, says so in a red alert, and the rest of the portal works',
      'routes/actions.test.ts › $action › T27: tells that it failed when the backend answers with %s, after one attempt',
      'unit/backends/call.test.ts › a backend that says no › has none of its words in the error',
    ],
  },
  {
    section: '8 Thrown messages',
    sentence: '‘User details not available’',
    tests: [
      'routes/actions.test.ts › $action › needs the user’s details: without them no call is made',
      'routes/layout.test.ts › without the user’s details › (%s) there is the e-mail, no product, and no other call',
    ],
  },
  {
    section: '8 Thrown messages',
    sentence: '‘User not authenticated’',
    tests: [
      'routes/threats/injection-and-access.test.ts › T28: the log tells of each sign-in, each failed one and each refusal',
    ],
  },
  {
    section: '8 Thrown messages',
    sentence: '‘Scanner account access not found’ (revoke)',
    tests: ['routes/actions.test.ts › $action › T22: needs the role: without it no call is made'],
  },
  {
    section: '8 Thrown messages',
    sentence: '‘No Scanner role found for user’ (stats and top-up)',
    tests: ['routes/actions.test.ts › $action › T22: needs the role: without it no call is made'],
  },
  {
    section: '8 Thrown messages',
    sentence: '‘No Digital Business Cards access’',
    tests: ['routes/actions.test.ts › $action › T22: needs the role: without it no call is made'],
  },
  {
    section: '8 Thrown messages',
    sentence: '‘Failed to revoke license’',
    tests: [
      'routes/actions.test.ts › $action › T27: tells that it failed when the backend answers with %s, after one attempt',
      'routes/actions.test.ts › $action, which cannot be undone › T21: of one %s is refused without any call',
    ],
  },
  {
    section: '8 Thrown messages',
    sentence: '‘Failed to get scanner account stats’',
    tests: [
      'routes/backend-down.test.ts › the $title page, when its backend is down › and answers with %s, says so in a red alert, and the rest of the portal works',
    ],
  },
  {
    section: '8 Thrown messages',
    sentence: '‘Failed to get company stats’',
    tests: [
      'routes/backend-down.test.ts › the $title page, when its backend is down › and answers with %s, says so in a red alert, and the rest of the portal works',
    ],
  },
  {
    section: '8 Thrown messages',
    sentence: '‘Failed to deactivate digital business card’',
    tests: [
      'routes/actions.test.ts › $action › T27: tells that it failed when the backend answers with %s, after one attempt',
      'routes/actions.test.ts › $action, which cannot be undone › T21: of one %s is refused without any call',
    ],
  },
  {
    section: '8 Thrown messages',
    sentence: '‘Failed to request lead capture licenses’',
    tests: [
      'routes/actions.test.ts › $action › T27: tells that it failed when the backend answers with %s, after one attempt',
    ],
  },
  {
    section: '8 Thrown messages',
    sentence: '‘Failed to request digital business card licenses’',
    tests: [
      'routes/actions.test.ts › $action › T27: tells that it failed when the backend answers with %s, after one attempt',
    ],
  },
  {
    section: '8 Thrown messages',
    sentence: '‘Export request failed’',
    tests: [
      'routes/actions.test.ts › $action › T27: tells that it failed when the backend answers with %s, after one attempt',
    ],
  },
  {
    section: '8 Thrown messages',
    sentence: 'Fallback ‘Failed to fetch licenses’',
    tests: ['routes/lead-capture.test.ts › odd data › in place of the licenses leaves the overview: %j'],
  },
  {
    section: '8 Thrown messages',
    sentence: 'Fallback ‘Failed to remove license’',
    tests: ['routes/actions.test.ts › $action › tells that it failed in a way nobody has foreseen'],
  },
  {
    section: '8 Thrown messages',
    sentence: 'Fallback ‘Failed to fetch digital business cards’',
    tests: ['routes/cards.test.ts › odd data › in place of the cards leaves the overview: %j'],
  },
  {
    section: '8 Thrown messages',
    sentence:
      'Fallback ‘Failed to add digital business card’ (never reached: adding always fails with its own message)',
    tests: [
      'routes/actions.test.ts › adding a card › is not supported, whoever asks, and reaches no backend',
    ],
  },
  {
    section: '8 Thrown messages',
    sentence: 'Fallback ‘Failed to remove digital business card’',
    tests: ['routes/actions.test.ts › $action › tells that it failed in a way nobody has foreseen'],
  },
  {
    section: '8 Thrown messages',
    sentence: 'Fallback ‘Failed to fetch stats’',
    tests: [
      'routes/backend-down.test.ts › the $title page, when its backend is down › in a way that nobody has foreseen, says so and is logged as such',
    ],
  },
  {
    section: '8 Thrown messages',
    sentence: 'Fallback ‘Failed to request licenses’',
    tests: ['routes/actions.test.ts › $action › tells that it failed in a way nobody has foreseen'],
  },
  {
    section: '8 Thrown messages',
    sentence: 'Fallback ‘Failed to fetch integration status’',
    tests: [
      'routes/dashboard.test.ts › the dashboard’s card of CRM integrations › says that it is not known when the scanner’s backend is down',
    ],
  },
  {
    section: '8 Login and sign-in',
    sentence: '‘Failed to send magic link. Please try again.’',
    tests: [
      'routes/sign-in.test.ts › when the link cannot be sent › T2: the same page comes whatever the reason is, after one try, and the address stays in the form',
    ],
  },
  {
    section: '8 Login and sign-in',
    sentence: '‘Please enter your email address’',
    tests: [
      'routes/sign-in.test.ts › the login page › asks again for an address when it gets %s, and keeps what was typed',
    ],
  },
  {
    section: '8 Login and sign-in',
    sentence: '‘Invalid sign-in link. Please request a new magic link.’',
    tests: ['routes/sign-in.test.ts › a link that cannot be one › T5: is invalid: %s'],
  },
  {
    section: '8 Login and sign-in',
    sentence: '‘Invalid sign-in link format.’',
    tests: ['routes/sign-in.test.ts › a link that cannot be one › T5: has an invalid format: %s'],
  },
  {
    section: '8 Login and sign-in',
    sentence: '‘Email is required to complete sign-in.’',
    tests: [
      'routes/sign-in.test.ts › completing a sign-in › needs an e-mail: %s is not enough, and the link stays good',
    ],
  },
  {
    section: '8 Login and sign-in',
    sentence: '‘Failed to sign in. Please try requesting a new magic link.’',
    tests: ['routes/sign-in.test.ts › completing a sign-in › T4: fails with the e-mail of somebody else'],
  },
  {
    section: '8 Login and sign-in',
    sentence: 'The underlying error message is stored (in the log, never on the page)',
    tests: [
      'routes/threats/injection-and-access.test.ts › T28: the log tells of each sign-in, each failed one and each refusal',
    ],
  },
  {
    section: '8 Other handling',
    sentence: 'User details fetch failure is only logged',
    tests: [
      'routes/layout.test.ts › without the user’s details › (%s) there is the e-mail, no product, and no other call',
    ],
  },
  {
    section: '8 Other handling',
    sentence: 'A clipboard failure falls back to an older copy method',
    tests: ['browser/islands.test.ts › a copy button › uses the older method where the newer one is refused'],
  },
  {
    section: '8 Other handling',
    sentence: '… and silently ignores failure',
    tests: ["browser/islands.test.ts › a copy button › never says 'Copied!' when nothing was copied"],
  },
  {
    section: '8 Toasts',
    sentence: 'Success: ‘License request submitted successfully!’',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
    ],
  },
  {
    section: '8 Toasts',
    sentence: 'Error: ‘Failed to request licenses. Please try again.’',
    tests: [
      'routes/actions.test.ts › $action › T27: tells that it failed when the backend answers with %s, after one attempt',
    ],
  },
  {
    section: '8 Toasts',
    sentence: 'Success: ‘License revoked successfully’',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
    ],
  },
  {
    section: '8 Toasts',
    sentence: 'Success: ‘Exported N license(s) to {file}’',
    tests: [
      'routes/exports.test.ts › the export of $what › is told of on the next page, with the number of rows and the file, and once',
      'routes/lead-capture-csv.test.ts › the export of licenses › names its file for the search of the page, whatever the other list state',
    ],
  },
  {
    section: '8 Toasts',
    sentence: 'Success: ‘Exported N non-activated license(s) to {file}’',
    tests: [
      'routes/exports.test.ts › the export of $what › is told of on the next page, with the number of rows and the file, and once',
      'routes/lead-capture-csv.test.ts › the export of non-activated licenses › holds all of them, in their order, whatever the page searches and shows',
    ],
  },
  {
    section: '8 Toasts',
    sentence: 'Success: ‘Exported N digital business card(s) to {file}’',
    tests: [
      'routes/exports.test.ts › the export of $what › is told of on the next page, with the number of rows and the file, and once',
      'routes/cards-csv.test.ts › the export of claimed cards › is named for the search of its own list: %s',
    ],
  },
  {
    section: '8 Toasts',
    sentence: 'Success: ‘Exported {n} non-claimed card(s) to {filename}’',
    tests: [
      'routes/exports.test.ts › the export of $what › is told of on the next page, with the number of rows and the file, and once',
      'routes/cards-csv.test.ts › the export of non-claimed cards › is named for the search of its own list',
    ],
  },
  {
    section: '8 Toasts',
    sentence: 'Success: ‘Digital business card deactivated successfully’',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
    ],
  },
  {
    section: '8 Toasts',
    sentence:
      'Success: ‘Export request submitted successfully. You will receive an email with the complete data shortly.’',
    tests: [
      'routes/actions.test.ts › $action › makes the one call as specified, tells the outcome once, and keeps the list state',
    ],
  },
  {
    section: '8 Toasts',
    sentence: 'Success: ‘Download link copied to clipboard!’; error: ‘Failed to copy link to clipboard’',
    tests: [
      'browser/islands.test.ts › a copy button › copies the download link with a toast',
      "browser/islands.test.ts › a copy button › never says 'Copied!' when nothing was copied",
    ],
  },
  {
    section: '8 Toasts',
    sentence: 'Error: the thrown message',
    tests: [
      'routes/actions.test.ts › $action › T27: tells that it failed when the backend answers with %s, after one attempt',
      'routes/actions.test.ts › $action › T22: needs the role: without it no call is made',
    ],
  },
  {
    section: '8 Toasts',
    sentence: 'Error: ‘Failed to submit export request’',
    tests: ['routes/actions.test.ts › $action › tells that it failed in a way nobody has foreseen'],
  },
  {
    section: '8 Page alert',
    sentence: '‘Error loading lead capture information’',
    tests: [
      'routes/backend-down.test.ts › the $title page, when its backend is down › and answers with %s, says so in a red alert, and the rest of the portal works',
    ],
  },
  {
    section: '9 Constants',
    sentence: 'Page size 25 items',
    tests: [
      'routes/lead-capture.test.ts › the pages › of $count licenses: $shown',
      'routes/lead-capture.test.ts › the non-activated licenses › of which there are $count have the pages $shown',
      'routes/cards.test.ts › the pages › of $list hold 25 each, and lead to every card once',
    ],
  },
  {
    section: '9 Constants',
    sentence: 'Pagination shows a window of 5 page numbers with first and last shortcuts and ellipses',
    tests: [
      'routes/lead-capture.test.ts › the pages › around page $page are $shown',
      'unit/shared/list.test.ts › the page numbers that are offered › on page %i of %i are %s',
    ],
  },
  {
    section: '9 Constants',
    sentence: 'Pagination is hidden when there is 1 page or fewer',
    tests: [
      'routes/lead-capture.test.ts › the pages › of $count licenses: $shown',
      'routes/cards.test.ts › the pages › of $list hold 25 each, and lead to every card once',
    ],
  },
  {
    section: '9 Constants',
    sentence: '‘Copied’ marker: 2000 ms',
    tests: [
      "browser/islands.test.ts › a copy button › copies, says 'Copied!' for two seconds and is itself again",
    ],
  },
  {
    section: '9 Constants',
    sentence: 'Toasts disappear after 5 seconds',
    tests: [
      'browser/islands.test.ts › a toast › goes after five seconds, not while somebody attends to it, or when it is closed',
    ],
  },
  {
    section: '9 Constants',
    sentence: 'Redirect after successful sign-in: 2 seconds',
    tests: [
      'routes/sign-in.test.ts › completing a sign-in › takes one press without JavaScript, then leads to the dashboard',
    ],
  },
  {
    section: '9 Constants',
    sentence: 'Default sort direction: descending',
    tests: [
      'routes/lead-capture.test.ts › the order › is by leads of the last 30 days, most first',
      'routes/cards.test.ts › the order of claimed cards › is by profile visits of the last 30 days, most first',
    ],
  },
  {
    section: '9 Constants',
    sentence: 'Available licenses = purchased minus claimed',
    tests: [
      'routes/lead-capture.test.ts › the overview › counts $purchased purchased, $active active and $available available licenses',
      'unit/shared/licenses.test.ts › licenses › of %i purchased with %i claimed leave %i available',
    ],
  },
  {
    section: '9 Constants',
    sentence: 'Product numbers: 2 scanner account, 3 digital business cards',
    tests: ['routes/layout.test.ts › the sidebar › links what the roles open: $links'],
  },
  {
    section: '9 Constants',
    sentence: 'Default environment label: ‘uat’',
    tests: [
      'unit/config.test.ts › a complete environment › gives the settings, with the defaults of the contract',
    ],
  },
  {
    section: '2 Login page',
    sentence: 'While sending, label ‘Sending Magic Link...’ with a spinner',
    tests: [
      "browser/busy.test.ts › while a magic link is sent, the button says 'Sending Magic Link...' with a spinner",
    ],
  },
  {
    section: '5 Validation',
    sentence: 'Request Licenses buttons are disabled while a request is in flight',
    tests: [
      'browser/busy.test.ts › Request Licenses is disabled while a request is in flight, and sends one however often it is pressed',
    ],
  },
  {
    section: '9 Constants',
    sentence: 'Layout: header 80px, sidebar 250px (also section 1)',
    tests: ['browser/busy.test.ts › the header is 80 pixels high and the sidebar 250 wide'],
  },
];

/** A sentence that no test proves yet, and why. Whoever writes its test moves it to the table above. */
export interface UpcomingRow extends Omit<Row, 'tests'> {
  readonly reason: string;
}

export const upcoming: readonly UpcomingRow[] = [
  {
    section: '8 Other handling',
    sentence: 'Logout failure is only logged',
    reason: 'logging out makes no call here, so it cannot fail',
  },
];
