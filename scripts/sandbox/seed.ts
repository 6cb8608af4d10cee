import { createRandom, type Random } from '../random';

/** 2 is the lead-capture scanner, 3 the digital business cards. The real backend sends either form. */
interface SeedRole {
  product: 2 | 3 | '2' | '3';
  entityId: string;
}

/** A license that is not activated has no email. Omitted fields are null or 0. */
export interface SeedLicense {
  appId: string;
  email?: string | null;
  activationDate?: string | null;
  leadsTotal?: number;
  leadsLast30Days?: number;
}

/** The lead totals of the account are the sums over its licenses. */
export interface ScannerAccount {
  code: string;
  licensesPurchased: number;
  licenses: readonly SeedLicense[];
  /** Names; the dashboard shows the first one. */
  integrations?: readonly string[];
  /** A license that each response with the stats gives to the next of these people. */
  passedOn?: { appId: string; emails: readonly string[] };
}

/** A card that is not claimed has no email. Omitted fields are null or 0. Codes are unique across companies. */
export interface SeedCard {
  code: string;
  email?: string | null;
  name?: string | null;
  title?: string | null;
  activitiesTotal?: number;
  activitiesLast30Days?: number;
}

/** The activity totals of the company are the sums over its cards. */
export interface CardCompany {
  licensesPurchased: number;
  cards: readonly SeedCard[];
  leads?: number;
}

/**
 * An account that can sign in. `scanner` and `ecard` are the data of the first entity in `roles` for the product. If
 * several accounts share an entity, one of them has the data.
 */
export interface SeedAccount {
  email: string;
  /** If empty, the portal shows the email. */
  name: string;
  company: string;
  /** Describes what this account demonstrates, in the list of accounts. */
  summary: string;
  roles: readonly SeedRole[];
  scanner?: ScannerAccount;
  ecard?: CardCompany;
  /** Emails that are in the inbox from the start. */
  emails?: readonly SeedEmail[];
}

/** An email in the inbox. */
export interface SeedEmail {
  subject: string;
  /** Paragraphs, with an empty line between them. */
  text: string;
  link?: string;
  /** The first rows of the attachment for the inbox, starting with the headings. */
  preview?: string[][];
  attachment?: { fileName: string; content: string };
}

interface Person {
  name: string;
  email: string;
  title: string | null;
}

const firstNames = (
  'Amelia Ben Chiara Dmitri Elena Farid Grace Hugo Ines Jonas Kavya Liam Mei Noah Olivia Pablo ' +
  'Quinn Rania Søren Tomasz Uma Viktor Wanjiru Xavier Yuki Zoe Aarav Beatriz Cillian Daria Emre ' +
  'Freya Gustav Hana Ibrahim Jelena Kwame Lucía Mateo Nadia Oskar Priya Rafael Sofia Thabo Ursula ' +
  'Valentina William'
).split(' ');

const lastNames = (
  "Ortiz Okafor Rossi Volkov Petrova Haddad Kim Lefèvre Moreau Berg Nair O'Sullivan Chen Williams " +
  'Martin Fernández Murphy Khalil Jensen Nowak Iyer Novák Mwangi Dubois Tanaka Schmidt Sharma Costa ' +
  'Byrne Popescu Yılmaz Lindqvist Larsen Sato Rahman Kovač Mensah Torres Silva Fischer Dahl Patel ' +
  'Almeida Ricci Dlamini Weber Romano Taylor'
).split(' ');

const jobTitles = (
  'Regional Sales Director, Field Engineer, Account Executive, Key Account Manager, VP Partnerships, ' +
  'Solutions Architect, Event Marketing Manager, Customer Success Manager, Head of Procurement, ' +
  'Business Development Lead, Product Specialist, Service Technician, Chief Operating Officer, ' +
  'Export Coordinator, Trade Show Manager, Sales Trainee, Technical Consultant, Managing Director, ' +
  'Logistics Planner, Brand Ambassador, Data Analyst'
).split(', ');

const pick = (names: string[], index: number): string => names[index % names.length] ?? '';

const mailbox = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.');

// Each round through the first names shifts the last names by five more. After all pairs, emails get a number.
function person(domain: string, index: number): Person {
  const round = Math.floor(index / firstNames.length);
  const name = `${pick(firstNames, index)} ${pick(lastNames, index + round * 5)}`;
  const namesake = Math.floor(index / (firstNames.length * lastNames.length));
  return {
    name,
    email: `${mailbox(name)}${namesake === 0 ? '' : namesake + 1}@${domain}`,
    title: index % 9 === 2 ? null : pick(jobTitles, index),
  };
}

const people = (domain: string, count: number): Person[] =>
  Array.from({ length: count }, (_, index) => person(domain, index));

// A long-tailed distribution: many small values, few large ones, and some zeros.
function longTail(random: Random, max: number): { total: number; last30Days: number } {
  const total = random() < 0.14 ? 0 : Math.ceil(max * random() ** 3.5);
  const last30Days = random() < 0.25 ? 0 : Math.round(total * (0.03 + 0.09 * random()));
  return { total, last30Days };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns a time in the last two years, more often a recent one, so that plots of the last months always show something. */
function recentTime(random: Random): string {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return new Date(today - Math.floor(730 * DAY_MS * random() ** 1.5)).toISOString();
}

const licenseId = (prefix: string, index: number): string =>
  `${prefix}-${((48_213 + index * 917) % 36 ** 4).toString(36).toUpperCase().padStart(4, '0')}-${1000 + index * 37}`;

function activatedLicenses(prefix: string, owners: readonly Person[], seed: number): SeedLicense[] {
  const random = createRandom(seed);
  return owners.map(({ email }, index) => {
    const leads = longTail(random, 900);
    return {
      appId: licenseId(prefix, index),
      email,
      activationDate: recentTime(random),
      leadsTotal: leads.total,
      leadsLast30Days: leads.last30Days,
    };
  });
}

const pendingLicenses = (prefix: string, from: number, count: number): SeedLicense[] =>
  Array.from({ length: count }, (_, index) => ({ appId: licenseId(prefix, from + index) }));

/** Returns a card's code. `first` makes codes unique across companies, because calls identify cards by their code alone. */
const cardCode = (first: number, index: number): string => `c${(first + index * 577).toString(36)}`;

function claimedCards(first: number, owners: readonly Person[], seed: number): SeedCard[] {
  const random = createRandom(seed);
  return owners.map((owner, index) => {
    const visits = longTail(random, 2900);
    return {
      ...owner,
      code: cardCode(first, index),
      activitiesTotal: visits.total,
      activitiesLast30Days: visits.last30Days,
    };
  });
}

const unclaimedCards = (first: number, from: number, count: number): SeedCard[] =>
  Array.from({ length: count }, (_, index) => ({ code: cardCode(first, from + index) }));

/** Of a company's licenses or cards. */
type Counts = readonly [activated: number, pending: number, purchased: number];

const few: Counts = [7, 2, 12];

const scannerAccount = (
  prefix: string,
  domain: string,
  code: string,
  seed: number,
  [activated, pending, licensesPurchased] = few,
  integrations: string[] = [],
): ScannerAccount => ({
  code,
  licensesPurchased,
  integrations,
  licenses: [
    ...activatedLicenses(prefix, people(domain, activated), seed),
    ...pendingLicenses(prefix, activated, pending),
  ],
});

const cardCompany = (
  first: number,
  domain: string,
  seed: number,
  [claimed, unclaimed, licensesPurchased] = few,
  /** The index of the first person with a card: those before have a license only. */
  from = 0,
): CardCompany => ({
  licensesPurchased,
  leads: Math.round(claimed * 2.7),
  cards: [
    ...claimedCards(first, people(domain, from + claimed).slice(from), seed),
    ...unclaimedCards(first, claimed, unclaimed),
  ],
});

/** Names, emails and titles that often break software. */
const awkwardTexts: readonly (readonly [name: string, email: string, title: string | null])[] = [
  ['Jürgen Größmann-Müller', 'jürgen.größmann@büro.example', 'Geschäftsführer für Außendienst'],
  ['Zoë Ångström', 'zoë.ångström@malmö.example', 'Säljchef'],
  ['Łukasz Żółć', 'lukasz.zolc@polyglot.example', 'Kierownik sprzedaży'],
  ['Nguyễn Thị Hồng Đào', 'hong.dao@polyglot.example', 'Trưởng phòng kinh doanh'],
  ['Иван Петров', 'иван.петров@почта.example', 'Менеджер по продажам'],
  ['Оксана Щербак', 'oksana.shcherbak@polyglot.example', 'Керівниця відділу'],
  ['Σοφία Παπαδοπούλου', 'σοφία@αθήνα.example', 'Διευθύντρια πωλήσεων'],
  ['محمد عبد الرحمن', 'محمد@شركة.example', 'مدير المبيعات'],
  ['נועה כהן', 'noa.cohen@polyglot.example', 'מנהלת שיווק'],
  ['李雷', '李雷@公司.example', '销售总监'],
  ['山田 太郎', 'taro.yamada@polyglot.example', '営業部長'],
  ['김민준', 'minjun.kim@polyglot.example', '영업 관리자'],
  ['Ada 🚀 Lovelace 👩🏽‍💻', 'ada.🚀@polyglot.example', 'Growth 📈'],
  ['Smith, John', '"smith, john"@polyglot.example', 'Director, EMEA'],
  ['Dwayne "The Rock" Stone', 'dwayne.stone@polyglot.example', 'Head of "Special" Projects'],
  ['Two\nLines', 'two.lines@polyglot.example', 'First line\nSecond line'],
  ['Carriage\r\nReturn', 'carriage.return@polyglot.example', 'Sales\r\nSupport'],
  ['=HYPERLINK("https://evil.example","Click me")', '=1+1@formula.example', '=cmd|/C calc!A0'],
  ['+1 555 0100', '+plus@formula.example', '+SUM(1,2)'],
  ['-2+3', '-minus@formula.example', '-1'],
  ['@SUM(1+1)', '@at@formula.example', '@now'],
  ['\tTabbed Name', '\ttab@formula.example', '\tTabbed title'],
  ['＝1+1', '＝wide@formula.example', '＝SUM(1,1)'],
  ['<script>alert(1)</script>', '<b>bold</b>@polyglot.example', '"><img src=x onerror=alert(1)>'],
  ["Robert'); DROP TABLE licenses;--", 'bobby.tables@polyglot.example', null],
  ['  Padded   Name  ', 'padded@polyglot.example', '   '],
  ['İSTANBUL ıŞıK', 'istanbul.isik@polyglot.example', 'MÜDÜR'],
  [
    `Wolfeschlegelsteinhausenbergerdorff ${'von und zu '.repeat(9)}Oberstauffenbach-Hinterzarten`,
    `${'a.very.long.mailbox.name.'.repeat(2)}for.a.person@${'a-very-long-subdomain.'.repeat(7)}example`,
    `Senior Executive Vice President for ${'Global Strategic '.repeat(8)}Partnerships`,
  ],
  [`Unbroken${'n'.repeat(140)}`, `${'x'.repeat(64)}@unbroken.example`, `${'T'.repeat(120)}`],
];

const awkwardPeople = awkwardTexts.map(([name, email, title]): Person => ({ name, email, title }));

const awkwardLicenses: SeedLicense[] = [
  ...activatedLicenses('PG', awkwardPeople, 77),
  // IDs are parts of URLs: each of these must be encoded and decoded exactly once.
  { appId: 'PG/slash and space', email: 'slash@polyglot.example', leadsTotal: 12, leadsLast30Days: 3 },
  { appId: 'PG-100%25', email: 'percent@polyglot.example', leadsTotal: 9, leadsLast30Days: 1 },
  { appId: 'PG?q=1&page=2#end', email: 'query@polyglot.example', leadsTotal: 8 },
  { appId: 'PG-ÄÖ-李', email: 'letters@polyglot.example', leadsTotal: 12_345, leadsLast30Days: 10_002 },
  // The same person as above, and two rows that say nothing about whose they are.
  { appId: 'PG-second', email: 'Taro.YAMADA＠polyglot.example', leadsTotal: 40, leadsLast30Days: 4 },
  { appId: 'PG-unknown-1', email: 'unknown', leadsTotal: 7 },
  { appId: 'PG-unknown-2', email: 'unknown', leadsTotal: 5 },
  { appId: '=PG-1+1' },
  { appId: 'PG/pending' },
];

const awkwardCards: SeedCard[] = [
  ...claimedCards(24_000_000, awkwardPeople, 78),
  { code: 'c/slash %25', email: 'slash@polyglot.example', name: 'Slash Percent', title: '' },
  { code: 'cnoname', email: 'no.name@polyglot.example', name: null, title: null, activitiesTotal: 31_415 },
  { code: '=c1+1' },
  { code: 'c/pending' },
  ...unclaimedCards(24_000_000, awkwardPeople.length, 3),
];

/** Returns an email about leavers, as an HR department would write it. Two of them never had a license or a card. */
function emailAboutLeavers(leavers: readonly Person[]): SeedEmail {
  const rows = [
    ['Name', 'Email', 'Last day'],
    ...leavers.map(({ name, email }, index) => [
      name,
      email,
      `2026-10-${String(30 - index).padStart(2, '0')}`,
    ]),
  ];
  return {
    subject: 'Employees who left in October',
    text: 'Hello Hugo,\n\nThe people in the attachment have left the company. Please revoke their licenses.\n\nHuman Resources',
    preview: rows.slice(0, 6),
    attachment: {
      fileName: 'leavers-october.csv',
      content: rows.map(cells => `${cells.join(',')}\r\n`).join(''),
    },
  };
}

/** Returns the text of a mail about twelve leavers, as it is copied from a mail program that shows its source. */
function hrMail(domain: string): string {
  return `From: Tomasz Nowak <tomasz.nowak@${domain}>
Sent: Monday, 2 November 2026 09:12
To: Hugo Lindgren <hugo@${domain}>
Cc: Farid Haddad <farid.haddad@${domain}>
Subject: Leavers in November

Hi Hugo,

These twelve people leave us this month. Please take back their licenses and cards.

- Ben Okafor <ben.okafor@${domain}>
- Grace Kim <grace.kim@${domain}>
- Kavya Nair
- Ines Moreau, ines.moreau@${domain}
- Mei Chen mei.chen@${domain}
- Amelia Ortiz amelia.=
ortiz@${domain}
- Noah Williams <noah.williams@${domain}>
- Yuki Tanaka <yuki.tanka@${domain}>
- Olivia Martin <olivia.martin@${domain}>
- Zoe Schmidt
- Quinn Murphy (left on Friday) quinn.murphy@${domain}
- Uma Iyer <uma.iyer@${domain}>

If anything is unclear, please ask rania.khalil@${domain}.

Best regards,
Tomasz Nowak
Human Resources
tomasz.nowak@${domain}

On Fri, 30 Oct 2026 at 16:40, Hugo Lindgren wrote:
> Who leaves in November? Does xavier.dubois@${domain} stay?
`;
}

/**
 * Returns an email with the mail about twelve leavers, to paste or to upload. Two of them have no address, one is misspelled,
 * and the address of one is broken by a soft line break: what is left of it is that of another person.
 */
function emailFromHr(domain: string): SeedEmail {
  const text = hrMail(domain);
  const encoding =
    'MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable';
  const content = text.replace('\n\n', `\n${encoding}\n\n`).replaceAll('\n', '\r\n');
  return {
    subject: 'Leavers in November',
    text,
    attachment: { fileName: 'leavers-november.eml', content },
  };
}

/** Returns emails with the exports of a company before and after a fair, at which some people captured leads. */
function emailsAboutFair(domain: string, { licenses }: ScannerAccount): SeedEmail[] {
  const owned = licenses.flatMap(license => (license.email ? { ...license, email: license.email } : []));
  const leavers = activatedLicenses('NL', people(domain, owned.length + 7).slice(owned.length), 2);
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const email = (when: string, daysAgo: number, rows: readonly (readonly [string, string, number])[]) => {
    const cells = [
      ['email', 'userId', 'leadsLast30Days', 'totalLeads'],
      ...rows.map(([address, id, total]) => [address, id, '0', String(total)]),
    ];
    return {
      subject: `Our licenses ${when} the fair`,
      text: `Hello Dana,\n\nThe attachment is the export of the day ${when} the fair. What did the fair bring us, for each person? “Compare exports” in the portal answers that.\n\nEvents team`,
      preview: cells.slice(0, 4),
      attachment: {
        fileName: `licenses-export-${day(daysAgo)}.csv`,
        content: cells.map(line => `${line.join(',')}\r\n`).join(''),
      },
    };
  };
  // People capture three quarters of the leads of this month at the fair.
  const before = owned.map(({ email: address, appId, leadsTotal = 0, leadsLast30Days = 0 }) => {
    return [address, appId, leadsTotal - leadsLast30Days] as const;
  });
  const after = owned.map(({ email: address, appId, leadsTotal = 0, leadsLast30Days = 0 }) => {
    return [address, appId, leadsTotal - Math.floor(leadsLast30Days / 4)] as const;
  });
  const left = leavers.map(({ email: address, appId, leadsTotal }) => {
    return [String(address), appId, leadsTotal ?? 0] as const;
  });
  return [
    email('before', 21, [...before.slice(0, -19), ...left]),
    email('after', 14, [...after.slice(0, -4), ...left.slice(0, 2)]),
  ];
}

/** Returns a company with freelancers, and with leavers who still have licenses and cards. */
function companyWithLeavers(): Pick<SeedAccount, 'scanner' | 'ecard' | 'emails'> {
  const domain = 'turnover.example';
  const [staff, freelancers] = [people(domain, 48), people('agency.example', 4)];
  const leavers = [3, 8, 14, 21, 33, 40, 47].flatMap(index => staff[index] ?? []);
  const namesake = { name: 'Olga Ortiz', email: `ortiz@${domain}`, title: null };
  const users = [...staff.slice(0, 36), ...freelancers, namesake];
  return {
    scanner: {
      code: 'TRN-6D6D6',
      licensesPurchased: 60,
      licenses: [...activatedLicenses('TL', users, 37), ...pendingLicenses('TL', users.length, 8)],
    },
    ecard: {
      licensesPurchased: 40,
      leads: 55,
      cards: [
        ...claimedCards(27_000_000, [...staff.slice(12, 42), ...freelancers.slice(2)], 38),
        ...unclaimedCards(27_000_000, 32, 5),
      ],
    },
    emails: [emailFromHr(domain), emailAboutLeavers([...leavers, person(domain, 60)])],
  };
}

/** Returns accounts that together show every state of every page. The data is the same on every call of a day. */
export function seedAccounts(): SeedAccount[] {
  const both = (entity: string): SeedRole[] => [
    { product: 2, entityId: `scan-${entity}` },
    { product: 3, entityId: `card-${entity}` },
  ];
  const northwind = scannerAccount('NW', 'northwind.example', 'NWT-7F3K2', 1, [438, 40, 500], ['Salesforce']);

  return [
    {
      email: 'dana@northwind.example',
      name: 'Dana Whitfield',
      company: 'Northwind Traders',
      summary: 'both products: 438 licenses, 117 cards; exports before and after a fair are in the inbox',
      roles: both('northwind'),
      scanner: northwind,
      emails: emailsAboutFair('northwind.example', northwind),
      ecard: cardCompany(8_813_771, 'northwind.example', 3, [117, 33, 150], 344),
    },
    {
      email: 'omar@northwind.example',
      name: 'Omar Nasser',
      company: 'Northwind Traders',
      summary: "second administrator of Dana's company",
      roles: both('northwind'),
    },
    {
      email: 'lena@alpine.example',
      name: 'Lena Brunner',
      company: 'Alpine Expo',
      summary: 'lead capture only',
      roles: [{ product: 2, entityId: 'scan-alpine' }],
      scanner: scannerAccount(
        'AE',
        'alpine.example',
        'ALP-4Q9RT',
        3,
        [61, 8, 80],
        ['HubSpot', 'Microsoft Dynamics'],
      ),
    },
    {
      email: 'kofi@harbor.example',
      name: 'Kofi Mensah',
      company: 'Harbor & Sons',
      summary: 'cards only',
      roles: [{ product: 3, entityId: 'card-harbor' }],
      ecard: cardCompany(10_000_000, 'harbor.example', 5, [48, 12, 60]),
    },
    {
      email: 'nina@newcomer.example',
      name: 'Nina Castillo',
      company: 'Newcomer Studio',
      summary: 'no product',
      roles: [],
    },
    {
      email: 'team@nameless.example',
      name: '',
      company: 'Nameless Goods',
      summary: 'no name: the header shows the email',
      roles: both('nameless'),
      scanner: scannerAccount('NG', 'nameless.example', 'NAM-2B8XX', 5),
      ecard: cardCompany(11_000_000, 'nameless.example', 7),
    },
    {
      email: 'paul@unstarted.example',
      name: 'Paul Adeyemi',
      company: 'Unstarted Ltd',
      summary: 'both products with 0 purchased: not active',
      roles: both('unstarted'),
      scanner: { code: 'UNS-00000', licensesPurchased: 0, licenses: [] },
      ecard: { licensesPurchased: 0, cards: [] },
    },
    {
      email: 'iris@quiet.example',
      name: 'Iris Vandenberg',
      company: 'Quiet Works',
      summary: 'purchased, but nothing activated or claimed yet',
      roles: both('quiet'),
      scanner: scannerAccount('QW', 'quiet.example', 'QUI-5M1ZL', 7, [0, 30, 30], ['Zoho CRM']),
      ecard: cardCompany(12_000_000, 'quiet.example', 9, [0, 20, 20]),
    },
    {
      email: 'vera@solo.example',
      name: 'Vera Lindholm',
      company: 'Solo Consulting',
      summary: 'one license, one card, none left, no integrations',
      roles: both('solo'),
      scanner: scannerAccount('SC', 'solo.example', 'SOL-1A1A1', 9, [1, 0, 1]),
      ecard: cardCompany(13_000_000, 'solo.example', 11, [1, 0, 1]),
    },
    {
      email: 'ida@idle.example',
      name: 'Ida Sørensen',
      company: 'Idle Machines',
      summary: 'many unused licenses, and few available',
      roles: both('idle'),
      scanner: scannerAccount('IM', 'idle.example', 'IDL-3C3C3', 35, [96, 4, 100]),
      ecard: cardCompany(26_000_000, 'idle.example', 37, [58, 2, 60]),
    },
    {
      email: 'hugo@turnover.example',
      name: 'Hugo Lindgren',
      company: 'Turnover Logistics',
      summary: 'leavers still have licenses and cards: two emails from HR about them are in the inbox',
      roles: both('turnover'),
      ...companyWithLeavers(),
    },
    {
      email: 'rosa@relay.example',
      name: 'Rosa Quintero',
      company: 'Relay Events',
      summary: 'one license goes to another person whenever the list is fetched, so it is never revoked',
      roles: [{ product: 2, entityId: 'scan-relay' }],
      scanner: {
        ...scannerAccount('RE', 'relay.example', 'REL-7G7G7', 39),
        passedOn: {
          appId: licenseId('RE', 0),
          emails: ['anna.keller@relay.example', 'ceo@relay.example', 'intern@relay.example'],
        },
      },
    },
    {
      email: 'tess@page25.example',
      name: 'Tess Nakamura',
      company: 'Exactly One Page',
      summary: 'exactly 25 in every list: one page',
      roles: both('page25'),
      scanner: scannerAccount('OP', 'page25.example', 'ONE-25252', 11, [25, 25, 50]),
      ecard: cardCompany(14_000_000, 'page25.example', 13, [25, 25, 50]),
    },
    {
      email: 'theo@page26.example',
      name: 'Theo Baptiste',
      company: 'Just Over a Page',
      summary: 'exactly 26 in every list: two pages',
      roles: both('page26'),
      scanner: scannerAccount('JO', 'page26.example', 'TWO-26262', 13, [26, 26, 52]),
      ecard: cardCompany(15_000_000, 'page26.example', 15, [26, 26, 52]),
    },
    {
      email: 'mia@meridian.example',
      name: 'Mia Santangelo',
      company: 'Meridian Global',
      summary: '100,000 licenses and 10,000 cards',
      roles: both('meridian'),
      scanner: scannerAccount(
        'MG',
        'meridian.example',
        'MER-9XK4D',
        15,
        [99_000, 1_000, 120_000],
        ['Salesforce', 'SAP'],
      ),
      ecard: cardCompany(30_000_000, 'meridian.example', 17, [9_500, 500, 12_000]),
    },
    {
      email: 'anna@polyglot.example',
      name: 'Анна Ὀρφεύς-李',
      company: 'Polyglot “Crème & Söhne” <GmbH>',
      summary: 'many scripts, right to left, emoji, quotes, newlines, formulas',
      roles: both('polyglot'),
      scanner: {
        code: 'PÖL-Ñ1',
        licensesPurchased: 60,
        integrations: ['Bitrix24 «Облако»'],
        licenses: awkwardLicenses,
      },
      ecard: { licensesPurchased: 60, leads: 41, cards: awkwardCards },
    },
    {
      email: 'maximiliane.alexandra.von.hohenstein-oberkirch@longest-company.example',
      name: 'Dr. Maximiliane Alexandra Freifrau von Hohenstein-Oberkirch',
      company: 'Rhein-Main Messe- und Ausstellungsgesellschaft mbH & Co. KG.',
      summary: '60-character company, long name and email',
      roles: both('longest'),
      scanner: scannerAccount('RM', 'longest-company.example', 'RMM-8H3PW', 17),
      ecard: cardCompany(16_000_000, 'longest-company.example', 19),
    },
    {
      email: 'ada@regions.example',
      name: 'Ada Kristiansen',
      company: 'Regions Group',
      summary: 'two roles per product: the first counts',
      roles: [
        { product: 2, entityId: 'scan-regions' },
        { product: 2, entityId: 'scan-alpine' },
        { product: 3, entityId: 'card-regions' },
        { product: 3, entityId: 'card-harbor' },
      ],
      scanner: scannerAccount('RG', 'regions.example', 'REG-6T6T6', 19),
      ecard: cardCompany(17_000_000, 'regions.example', 21),
    },
    {
      email: 'strings@faults.example',
      name: 'Sam Strings',
      company: 'String Theory',
      summary: 'products arrive as the strings "2" and "3"',
      roles: [
        { product: '2', entityId: 'scan-strings' },
        { product: '3', entityId: 'card-strings' },
      ],
      scanner: scannerAccount('ST', 'strings.example', 'STR-2E3E2', 21),
      ecard: cardCompany(18_000_000, 'strings.example', 23),
    },
    {
      email: 'sparse@faults.example',
      name: 'Sasha Sparse',
      company: 'Sparse Data',
      summary: 'backends send nulls and omit fields',
      roles: both('sparse'),
      scanner: { code: 'SPA-00000', licensesPurchased: 3, licenses: [] },
      ecard: { licensesPurchased: 5, cards: [] },
    },
    {
      email: 'scanner-down@faults.example',
      name: 'Sonja Scanner',
      company: 'Half Lit Ltd',
      summary: 'scanner stats fail, cards work',
      roles: both('scanner-down'),
      scanner: scannerAccount('HL', 'half-lit.example', 'HAL-1F1F1', 23),
      ecard: cardCompany(19_000_000, 'half-lit.example', 25),
    },
    {
      email: 'cards-down@faults.example',
      name: 'Carl Cards',
      company: 'Other Half Ltd',
      summary: 'cards stats fail, scanner works',
      roles: both('cards-down'),
      scanner: scannerAccount('OH', 'other-half.example', 'OTH-2F2F2', 25),
      ecard: cardCompany(20_000_000, 'other-half.example', 27),
    },
    {
      email: 'actions-down@faults.example',
      name: 'Ari Actions',
      company: 'Read Only Ltd',
      summary: 'stats work, every action fails',
      roles: both('actions-down'),
      scanner: scannerAccount('RO', 'read-only.example', 'REA-3F3F3', 27),
      ecard: cardCompany(21_000_000, 'read-only.example', 29),
    },
    {
      email: 'users-down@faults.example',
      name: 'Uma Users',
      company: 'Unknown Inc',
      summary: 'user details fail: email in the header, no product',
      roles: both('users-down'),
      scanner: scannerAccount('UI', 'unknown-inc.example', 'UNK-4F4F4', 29),
      ecard: cardCompany(22_000_000, 'unknown-inc.example', 31),
    },
    {
      email: 'mail-down@faults.example',
      name: 'Mel Mail',
      company: 'Lost Post',
      summary: 'the sign-in link cannot be sent',
      roles: [],
    },
    {
      email: 'slow@faults.example',
      name: 'Sven Slow',
      company: 'Slow & Steady',
      summary: 'stats take 4 seconds',
      roles: both('slow'),
      scanner: scannerAccount('SS', 'slow.example', 'SLO-5F5F5', 31),
      ecard: cardCompany(23_000_000, 'slow.example', 33),
    },
    {
      email: 'hanging@faults.example',
      name: 'Hal Hanging',
      company: 'Waiting Room',
      summary: 'scanner stats never arrive: the portal gives up after 8 seconds',
      roles: both('hanging'),
      scanner: scannerAccount('WR', 'waiting-room.example', 'WAI-6F6F6', 33),
      ecard: cardCompany(25_000_000, 'waiting-room.example', 35),
    },
  ];
}
