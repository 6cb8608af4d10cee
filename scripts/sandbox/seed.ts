import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { DAY_MS } from '../../shared/units';
import { createRandom, type Random } from './random';

/** The number of a product. The real backend sends either form. */
interface SeedRole {
  product: number | `${number}`;
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

export const people = (domain: string, count: number): Person[] =>
  Array.from({ length: count }, (_, index) => person(domain, index));

// A long-tailed distribution: many small values, few large ones, and some zeros.
function longTail(random: Random, max: number): { total: number; last30Days: number } {
  const total = random() < 0.14 ? 0 : Math.ceil(max * random() ** 3.5);
  const last30Days = random() < 0.25 ? 0 : Math.round(total * (0.03 + 0.09 * random()));
  return { total, last30Days };
}

/** A time in the last two years, more often a recent one, so that plots of the last months always show something. */
function recentTime(random: Random): string {
  return new Date(startOfToday() - Math.floor(730 * DAY_MS * random() ** 1.5)).toISOString();
}

const licenseId = (prefix: string, index: number): string =>
  `${prefix}-${((48_213 + index * 917) % 36 ** 4).toString(36).toUpperCase().padStart(4, '0')}-${1000 + index * 37}`;

export function activatedLicenses(prefix: string, owners: readonly Person[], seed: number): SeedLicense[] {
  const random = createRandom(seed);
  return owners.map(({ email }, index) => {
    const leads = longTail(random, 900);
    const activationDate = recentTime(random);
    const days = daysSince(activationDate);
    const inFirstMonth = Math.min(leads.total, days * LEADS_PER_DAY_LIMIT);
    return {
      appId: licenseId(prefix, index),
      email,
      activationDate,
      leadsTotal: days < 30 ? inFirstMonth : leads.total,
      leadsLast30Days: days < 30 ? inFirstMonth : leads.last30Days,
    };
  });
}

/** How many leads a day the most active people capture in their first month. */
const LEADS_PER_DAY_LIMIT = 2;

const startOfToday = (): number => Math.floor(Date.now() / DAY_MS) * DAY_MS;

const daysSince = (date: string): number => Math.floor((startOfToday() - Date.parse(date)) / DAY_MS);

export const pendingLicenses = (prefix: string, from: number, count: number): SeedLicense[] =>
  Array.from({ length: count }, (_, index) => ({ appId: licenseId(prefix, from + index) }));

/** A card's code. `first` makes codes unique across companies, because calls identify cards by their code alone. */
const cardCode = (first: number, index: number): string => `c${(first + index * 577).toString(36)}`;

export function claimedCards(first: number, owners: readonly Person[], seed: number): SeedCard[] {
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

export const unclaimedCards = (first: number, from: number, count: number): SeedCard[] =>
  Array.from({ length: count }, (_, index) => ({ code: cardCode(first, from + index) }));

type AccountColumn = 'email' | 'name' | 'company' | 'summary' | 'roles' | 'domain';
type ProductColumn = 'corporateCode' | 'licensePrefix' | 'licenses' | 'integrations' | 'firstCard' | 'cards';

/** A line of `accounts.csv`. Licenses and cards are counts: in use, not in use, purchased. */
type Row = Readonly<Record<AccountColumn | 'seed' | ProductColumn, string>>;

const itemsIn = (text: string): string[] => text.split('; ').filter(item => item !== '');

function scannerAccount({
  domain,
  seed,
  corporateCode,
  licensePrefix,
  licenses,
  integrations,
}: Row): ScannerAccount {
  const [activated = 0, pending = 0, licensesPurchased = 0] = licenses.split('/').map(Number);
  return {
    code: corporateCode,
    licensesPurchased,
    integrations: itemsIn(integrations),
    licenses: [
      ...activatedLicenses(licensePrefix, people(domain, activated), Number(seed)),
      ...pendingLicenses(licensePrefix, activated, pending),
    ],
  };
}

/** `from` is the index of the first person with a card: the people before have only a license. */
function cardCompany({ domain, seed, firstCard, cards }: Row, from = 0): CardCompany {
  const [claimed = 0, unclaimed = 0, licensesPurchased = 0] = cards.split('/').map(Number);
  const first = Number(firstCard);
  return {
    licensesPurchased,
    leads: Math.round(claimed * 2.7),
    cards: [
      ...claimedCards(first, people(domain, from + claimed).slice(from), Number(seed) + 2),
      ...unclaimedCards(first, claimed, unclaimed),
    ],
  };
}

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
  // IDs are parts of URLs, and must be encoded and decoded exactly once.
  { appId: 'PG/slash and space', email: 'slash@polyglot.example', leadsTotal: 12, leadsLast30Days: 3 },
  { appId: 'PG-100%25', email: 'percent@polyglot.example', leadsTotal: 9, leadsLast30Days: 1 },
  { appId: 'PG?q=1&page=2#end', email: 'query@polyglot.example', leadsTotal: 8 },
  { appId: 'PG-ÄÖ-李', email: 'letters@polyglot.example', leadsTotal: 12_345, leadsLast30Days: 10_002 },
  // The same person as above, and two rows without an owner.
  { appId: 'PG-second', email: 'Taro.YAMADA＠polyglot.example', leadsTotal: 40, leadsLast30Days: 4 },
  { appId: 'PG-unknown-1', email: 'unknown', leadsTotal: 7 },
  { appId: 'PG-unknown-2', email: 'unknown', leadsTotal: 5 },
  { appId: `PG-${'7c9e6679f5'.repeat(4)}-2026`, email: 'long.id@polyglot.example', leadsTotal: 6 },
  { appId: '=PG-1+1' },
  { appId: 'PG/pending' },
];

const awkwardCards: SeedCard[] = [
  ...claimedCards(24_000_000, awkwardPeople, 78),
  { code: 'c/slash %25', email: 'slash@polyglot.example', name: 'Slash Percent', title: '' },
  { code: 'cnoname', email: 'no.name@polyglot.example', name: null, title: null, activitiesTotal: 31_415 },
  {
    code: `c${'4f1c8e20-'.repeat(5)}70`,
    email: 'long.code@polyglot.example',
    name: 'Long Code',
    title: 'Tester',
  },
  { code: '=c1+1' },
  { code: 'c/pending' },
  ...unclaimedCards(24_000_000, awkwardPeople.length, 3),
];

/** An email with a table as its attachment. */
function emailWithTable(
  subject: string,
  text: string,
  fileName: string,
  rows: readonly (readonly string[])[],
) {
  return {
    subject,
    text,
    attachment: { fileName, content: rows.map(row => `${row.join(',')}\r\n`).join('') },
  };
}

/** An email about leavers, as an HR department would write it. Two of them never had a license or a card. */
function emailAboutLeavers(leavers: readonly Person[]): SeedEmail {
  const text =
    'Hello Hugo,\n\nThe people in the attachment have left the company. Please revoke their licenses.\n\nHuman Resources';
  const rows = leavers.map(({ name, email }, index) => [name, email, `2026-10-${30 - index}`]);
  return emailWithTable('Employees who left in October', text, 'leavers-october.csv', [
    ['Name', 'Email', 'Last day'],
    ...rows,
  ]);
}

/**
 * A forwarded email about twelve leavers, to paste: a text, so that nobody in it is ticked. Two of them have no address, and
 * one is misspelled.
 */
function emailFromHr(): SeedEmail {
  const text = readFileSync(new URL('leavers-november.txt', import.meta.url), 'utf8');
  return { subject: 'Leavers in November', text };
}

/** Emails with the exports of a company before and after a fair, at which some people captured leads. */
function emailsAboutFair(domain: string, licenses: readonly SeedLicense[]): SeedEmail[] {
  const owned = licenses.filter(({ email }) => email);
  const left = activatedLicenses('NL', people(domain, owned.length + 7).slice(owned.length), 2);
  const rowsOf = (exported: readonly SeedLicense[], partOfMonth: number) =>
    exported.map(({ email, appId, leadsTotal = 0, leadsLast30Days = 0 }) => {
      const atFair = Math.floor(leadsLast30Days * (1 - partOfMonth));
      const before = Math.floor((leadsTotal - leadsLast30Days) / 25);
      const total = leadsTotal - Math.floor(leadsLast30Days * partOfMonth);
      return [email ?? '', appId, String(atFair + before), String(total)];
    });
  const since = (daysAgo: number) =>
    owned.filter(({ activationDate }) => daysSince(activationDate ?? '') >= daysAgo);
  const email = (when: string, daysAgo: number, rows: readonly (readonly string[])[]) => {
    const day = new Date(startOfToday() - daysAgo * DAY_MS).toISOString().slice(0, 10);
    const text = `Hello Dana,\n\nAttached is the export from the day ${when} the fair. To see what each of us brought in, choose “Compare with an earlier export” in the Export menu.\n\nEvents team`;
    return emailWithTable(`Our licenses ${when} the fair`, text, `licenses-export-${day}.csv`, [
      ['email', 'userId', 'leadsLast30Days', 'totalLeads'],
      ...rows,
    ]);
  };
  // People capture three quarters of the leads of this month at the fair.
  return [
    email('before', 21, [...rowsOf(since(21), 1), ...rowsOf(left, 0)]),
    email('after', 14, [...rowsOf(since(14), 0.25), ...rowsOf(left.slice(0, 2), 0)]),
  ];
}

/** A company with freelancers, and with leavers who still have licenses and cards. */
function companyWithLeavers(): Pick<SeedAccount, 'scanner' | 'ecard' | 'emails'> {
  const domain = 'turnover.example';
  const [staff, freelancers] = [people(domain, 48), people('agency.example', 4)];
  const leavers = [3, 8, 14, 21, 33, 40, 47].flatMap(index => staff[index] ?? []);
  const users = [...staff.slice(0, 36), ...freelancers];
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
    emails: [emailFromHr(), emailAboutLeavers([...leavers, person(domain, 60)])],
  };
}

/** The parts of accounts that the table cannot describe. */
function unusualParts(row: Row, { scanner, roles }: SeedAccount): Partial<SeedAccount> {
  switch (row.company) {
    case 'Northwind Traders':
      return scanner
        ? { emails: emailsAboutFair(row.domain, scanner.licenses), ecard: cardCompany(row, 344) }
        : {};
    case 'Turnover Logistics':
      return companyWithLeavers();
    case 'Relay Events': {
      const emails = ['anna.keller', 'ceo', 'intern'].map(name => `${name}@${row.domain}`);
      return scanner ? { scanner: { ...scanner, passedOn: { appId: licenseId('RE', 0), emails } } } : {};
    }
    case 'Polyglot “Crème & Söhne” <GmbH>':
      return {
        scanner: {
          code: 'PÖL-Ñ1',
          licensesPurchased: 60,
          integrations: ['Bitrix24 «Облако»'],
          licenses: awkwardLicenses,
        },
        ecard: { licensesPurchased: 60, leads: 41, cards: awkwardCards },
      };
    case 'String Theory':
      return { roles: roles.map(role => ({ ...role, product: role.product === 2 ? '2' : '3' })) };
    default:
      return {};
  }
}

function readAccount(row: Row): SeedAccount {
  const { email, name, company, summary } = row;
  const roles = itemsIn(row.roles).map((role): SeedRole => {
    return { product: role.startsWith('2') ? 2 : 3, entityId: role.slice(2) };
  });
  const account: SeedAccount = { email, name, company, summary, roles };
  if (row.licenses !== '') account.scanner = scannerAccount(row);
  if (row.cards !== '') account.ecard = cardCompany(row);
  return { ...account, ...unusualParts(row, account) };
}

/** Accounts that together show every state of every page. The data is the same on every call of a day. */
export function seedAccounts(): SeedAccount[] {
  const table = readFileSync(new URL('accounts.csv', import.meta.url));
  return parse<Row>(table, { columns: true }).map(readAccount);
}
