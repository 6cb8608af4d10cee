import { rmSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { CARDS, type Product, SCANNER } from '../../shared/admin';
import { type CardCompany, type ScannerAccount, type SeedAccount, type SeedRole, seedAccounts } from './seed';

/** A person who may call the stand-ins, and how they answer. */
export interface Account {
  email: string;
  name: string;
  company: string;
  summary: string;
  roles: readonly SeedRole[];
}

export interface Card {
  code: string;
  email: string | null;
  name: string | null;
  title: string | null;
  activitiesTotal: number;
  activitiesLast30Days: number;
}

export interface NewMail {
  to: string;
  subject: string;
  /** Paragraphs, with an empty line between them. */
  text: string;
  link?: string;
  /** The first rows of the attachment, headings first, as the inbox shows them. */
  preview?: string[][];
  attachment?: { fileName: string; content: string };
}

export interface Mail {
  id: number;
  to: string;
  subject: string;
  text: string;
  link: string | null;
  preview: string[][];
  /** Null when nothing is attached. The content is asked for with `attachment(id)`. */
  attachmentName: string | null;
  sentAt: Date;
}

type Row = Record<string, SQLOutputValue>;

// Raise it whenever the tables or the seed change: a file of another version is thrown away and built anew.
const VERSION = 2;
const TOP_UP_SIZE = 10;
const MAILS_KEPT_PER_ADDRESS = 50;

const TABLES = `
  CREATE TABLE accounts (
    key TEXT PRIMARY KEY, email TEXT NOT NULL, name TEXT NOT NULL, company TEXT NOT NULL,
    summary TEXT NOT NULL, roles TEXT NOT NULL
  );
  CREATE TABLE entities (
    product INTEGER NOT NULL, id TEXT NOT NULL, code TEXT NOT NULL, purchased INTEGER NOT NULL,
    total INTEGER NOT NULL, last30Days INTEGER NOT NULL, leads INTEGER NOT NULL, integrations TEXT NOT NULL,
    PRIMARY KEY (product, id)
  );
  CREATE TABLE licenses (
    entityId TEXT NOT NULL, appId TEXT NOT NULL, email TEXT, activationDate TEXT,
    leadsTotal INTEGER NOT NULL, leadsLast30Days INTEGER NOT NULL,
    PRIMARY KEY (entityId, appId)
  );
  CREATE TABLE cards (
    code TEXT PRIMARY KEY, entityId TEXT NOT NULL, email TEXT, name TEXT, title TEXT,
    activitiesTotal INTEGER NOT NULL, activitiesLast30Days INTEGER NOT NULL
  );
  CREATE INDEX cardsOfEntity ON cards (entityId);
  CREATE TABLE topUps (
    id INTEGER PRIMARY KEY AUTOINCREMENT, product INTEGER NOT NULL, entityId TEXT NOT NULL, due INTEGER NOT NULL
  );
  CREATE TABLE mails (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, address TEXT NOT NULL, subject TEXT NOT NULL,
    body TEXT NOT NULL, link TEXT, preview TEXT NOT NULL, attachmentName TEXT, attachment TEXT,
    sentAt INTEGER NOT NULL
  );
  CREATE INDEX mailsOfAddress ON mails (key);
`;

const keyOf = (email: string): string => email.trim().toLowerCase();

const text = (row: Row, column: string): string => String(row[column] ?? '');
const textOrNull = (row: Row, column: string): string | null =>
  row[column] == null ? null : String(row[column]);
const number = (row: Row, column: string): number => Number(row[column] ?? 0);

const sum = <Item>(items: readonly Item[], figure: (item: Item) => number | undefined): number =>
  items.reduce((total, item) => total + (figure(item) ?? 0), 0);

/** What the sandbox's backends know. Made by `openStore`. */
export class Store {
  readonly #database: DatabaseSync;
  // A company with 100,000 licenses: reading and serializing them takes a third of a second, each time.
  readonly #stats = new Map<string, Buffer>();

  // Preparing a statement anew for each of the seed's 110,000 rows would triple the time of the first start.
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Forgets everything and knows these accounts instead.
   * Thrown when two of them bring data for the same entity, or two cards have the same code: SQLite's Error.
   */
  replaceAccounts(accounts: readonly SeedAccount[]): void {
    this.#stats.clear();
    this.#inTransaction(() => {
      for (const table of ['accounts', 'entities', 'licenses', 'cards', 'topUps', 'mails']) {
        this.#database.exec(`DELETE FROM ${table}`);
      }
      for (const account of accounts) this.#addAccount(account);
    });
  }

  /** Every account, in the order in which they were loaded. */
  accounts(): Account[] {
    return this.#prepare('SELECT * FROM accounts ORDER BY rowid').all().map(readAccount);
  }

  /** The account with this address, in whatever case it is written. */
  findAccount(email: string): Account | undefined {
    const row = this.#prepare('SELECT * FROM accounts WHERE key = ?').get(keyOf(email));
    return row && readAccount(row);
  }

  /** The JSON body of a scanner account's stats, in UTF-8; undefined for an unknown account. */
  scannerStats(entityId: string): Buffer | undefined {
    return this.#cachedStats(SCANNER, entityId, entity => {
      const userStats = this.#prepare(
        `SELECT appId, email, activationDate, leadsTotal, leadsLast30Days
           FROM licenses WHERE entityId = ? ORDER BY rowid`,
      ).all(entityId);
      return {
        code: text(entity, 'code'),
        licencesPurchased: number(entity, 'purchased'),
        licencesClaimed: userStats.filter(({ email }) => email).length,
        leadsTotal: number(entity, 'total'),
        leadsLast30Days: number(entity, 'last30Days'),
        integrations: JSON.parse(text(entity, 'integrations')),
        userStats,
      };
    });
  }

  /** The JSON body of a card company's stats, in UTF-8; undefined for an unknown company. */
  companyStats(entityId: string): Buffer | undefined {
    return this.#cachedStats(CARDS, entityId, entity => {
      const userStats = this.cards(entityId) ?? [];
      return {
        licencesPurchased: number(entity, 'purchased'),
        licencesClaimed: userStats.filter(({ email }) => email).length,
        activitiesTotal: number(entity, 'total'),
        activitiesLast30Days: number(entity, 'last30Days'),
        leads: number(entity, 'leads'),
        userStats,
      };
    });
  }

  /** Every card of a company, claimed or not; undefined for an unknown company. */
  cards(entityId: string): Card[] | undefined {
    if (!this.#findEntity(CARDS, entityId)) return undefined;
    this.#fulfilTopUps(CARDS, entityId);
    return this.#prepare('SELECT * FROM cards WHERE entityId = ? ORDER BY rowid')
      .all(entityId)
      .map(row => ({
        code: text(row, 'code'),
        email: textOrNull(row, 'email'),
        name: textOrNull(row, 'name'),
        title: textOrNull(row, 'title'),
        activitiesTotal: number(row, 'activitiesTotal'),
        activitiesLast30Days: number(row, 'activitiesLast30Days'),
      }));
  }

  /** Orders ten more licenses or cards, there after `delay` milliseconds; false for an unknown entity. */
  requestTopUp(product: Product, entityId: string, delay: number): boolean {
    if (!this.#findEntity(product, entityId)) return false;
    this.#prepare('INSERT INTO topUps (product, entityId, due) VALUES (?, ?, ?)').run(
      product,
      entityId,
      Date.now() + delay,
    );
    return true;
  }

  /** Removes a license; false for one that this scanner account does not have. */
  removeLicense(entityId: string, appId: string): boolean {
    const { changes } = this.#prepare('DELETE FROM licenses WHERE entityId = ? AND appId = ?').run(
      entityId,
      appId,
    );
    if (changes === 0) return false;
    this.#stats.delete(statsKey(SCANNER, entityId));
    return true;
  }

  /** The entity that a card belongs to; undefined for an unknown card. */
  companyOfCard(code: string): string | undefined {
    const row = this.#prepare('SELECT entityId FROM cards WHERE code = ?').get(code);
    return row && text(row, 'entityId');
  }

  /** Takes the profile off a card, which is then there to be claimed again. */
  clearCard(code: string): void {
    const entityId = this.companyOfCard(code);
    if (entityId === undefined) return;
    this.#prepare(
      `UPDATE cards SET email = NULL, name = NULL, title = NULL, activitiesTotal = 0, activitiesLast30Days = 0
         WHERE code = ?`,
    ).run(code);
    this.#stats.delete(statsKey(CARDS, entityId));
  }

  /** Puts a mail into the inbox; of each address, the newest fifty are kept. */
  addMail(mail: NewMail): void {
    const key = keyOf(mail.to);
    this.#prepare(
      `INSERT INTO mails (key, address, subject, body, link, preview, attachmentName, attachment, sentAt)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      key,
      mail.to,
      mail.subject,
      mail.text,
      mail.link ?? null,
      JSON.stringify(mail.preview ?? []),
      mail.attachment?.fileName ?? null,
      mail.attachment?.content ?? null,
      Date.now(),
    );
    this.#prepare(
      `DELETE FROM mails WHERE key = ?1
         AND id NOT IN (SELECT id FROM mails WHERE key = ?1 ORDER BY id DESC LIMIT ${MAILS_KEPT_PER_ADDRESS})`,
    ).run(key);
  }

  /** The mails to one address, or to all, newest first. */
  mails(to?: string): Mail[] {
    const columns = 'id, address, subject, body, link, preview, attachmentName, sentAt';
    const rows =
      to === undefined
        ? this.#prepare(`SELECT ${columns} FROM mails ORDER BY id DESC`).all()
        : this.#prepare(`SELECT ${columns} FROM mails WHERE key = ? ORDER BY id DESC`).all(keyOf(to));
    return rows.map(readMail);
  }

  /** What is attached to a mail; undefined when nothing is. */
  attachment(mailId: number): { fileName: string; content: string } | undefined {
    const row = this.#prepare(
      'SELECT attachmentName, attachment FROM mails WHERE id = ? AND attachment IS NOT NULL',
    ).get(mailId);
    return row && { fileName: text(row, 'attachmentName'), content: text(row, 'attachment') };
  }

  close(): void {
    this.#database.close();
  }

  #cachedStats(
    product: Product,
    entityId: string,
    build: (entity: Row) => Record<string, unknown>,
  ): Buffer | undefined {
    this.#fulfilTopUps(product, entityId);
    const key = statsKey(product, entityId);
    const cached = this.#stats.get(key);
    if (cached) return cached;
    const entity = this.#findEntity(product, entityId);
    if (!entity) return undefined;
    const body = Buffer.from(JSON.stringify(build(entity)));
    this.#stats.set(key, body);
    return body;
  }

  #findEntity(product: Product, entityId: string): Row | undefined {
    return this.#prepare('SELECT * FROM entities WHERE product = ? AND id = ?').get(product, entityId);
  }

  // Done when somebody looks, instead of by a timer: an order placed just before Ctrl-C still arrives.
  #fulfilTopUps(product: Product, entityId: string): void {
    const due = this.#prepare('SELECT id FROM topUps WHERE product = ? AND entityId = ? AND due <= ?').all(
      product,
      entityId,
      Date.now(),
    );
    for (const topUp of due) this.#fulfilTopUp(number(topUp, 'id'), product, entityId);
  }

  #fulfilTopUp(id: number, product: Product, entityId: string): void {
    const entity = this.#findEntity(product, entityId);
    if (!entity) return;
    const prefix = text(entity, 'code').split('-')[0];
    this.#inTransaction(() => {
      for (let index = 0; index < TOP_UP_SIZE; index++) {
        if (product === SCANNER)
          this.#addLicense(entityId, { appId: `${prefix}-T${id}-${1000 + index * 37}` });
        // The seed's codes begin with c: these never meet them.
        else
          this.#addCard(entityId, {
            code: `d${(8_813_771 + (id * TOP_UP_SIZE + index) * 577).toString(36)}`,
          });
      }
      this.#prepare('UPDATE entities SET purchased = purchased + ? WHERE product = ? AND id = ?').run(
        TOP_UP_SIZE,
        product,
        entityId,
      );
      this.#prepare('DELETE FROM topUps WHERE id = ?').run(id);
    });
    this.#stats.delete(statsKey(product, entityId));
  }

  #addAccount(account: SeedAccount): void {
    this.#prepare(
      'INSERT INTO accounts (key, email, name, company, summary, roles) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(
      keyOf(account.email),
      account.email,
      account.name,
      account.company,
      account.summary,
      JSON.stringify(account.roles),
    );
    if (account.scanner) this.#addScannerAccount(firstEntity(account, SCANNER), account.scanner);
    if (account.ecard) this.#addCardCompany(firstEntity(account, CARDS), account.ecard);
  }

  #addScannerAccount(entityId: string, scanner: ScannerAccount): void {
    this.#addEntity(SCANNER, entityId, {
      code: scanner.code,
      purchased: scanner.licensesPurchased,
      total: scanner.leadsTotal ?? sum(scanner.licenses, license => license.leadsTotal),
      last30Days: scanner.leadsLast30Days ?? sum(scanner.licenses, license => license.leadsLast30Days),
      leads: 0,
      integrations: scanner.integrations ?? [],
    });
    for (const license of scanner.licenses) this.#addLicense(entityId, license);
  }

  #addCardCompany(entityId: string, company: CardCompany): void {
    this.#addEntity(CARDS, entityId, {
      code: '',
      purchased: company.licensesPurchased,
      total: company.activitiesTotal ?? sum(company.cards, card => card.activitiesTotal),
      last30Days: company.activitiesLast30Days ?? sum(company.cards, card => card.activitiesLast30Days),
      leads: company.leads ?? 0,
      integrations: [],
    });
    for (const card of company.cards) this.#addCard(entityId, card);
  }

  #addEntity(
    product: Product,
    id: string,
    entity: {
      code: string;
      purchased: number;
      total: number;
      last30Days: number;
      leads: number;
      integrations: readonly string[];
    },
  ): void {
    this.#prepare(
      `INSERT INTO entities (product, id, code, purchased, total, last30Days, leads, integrations)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      product,
      id,
      entity.code,
      entity.purchased,
      entity.total,
      entity.last30Days,
      entity.leads,
      JSON.stringify(entity.integrations.map(name => ({ name }))),
    );
  }

  #addLicense(entityId: string, license: ScannerAccount['licenses'][number]): void {
    this.#prepare(
      `INSERT INTO licenses (entityId, appId, email, activationDate, leadsTotal, leadsLast30Days)
         VALUES (?, ?, ?, ?, ?, ?)`,
    ).run(
      entityId,
      license.appId,
      license.email ?? null,
      license.activationDate ?? null,
      license.leadsTotal ?? 0,
      license.leadsLast30Days ?? 0,
    );
  }

  #addCard(entityId: string, card: CardCompany['cards'][number]): void {
    this.#prepare(
      `INSERT INTO cards (entityId, code, email, name, title, activitiesTotal, activitiesLast30Days)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      entityId,
      card.code,
      card.email ?? null,
      card.name ?? null,
      card.title ?? null,
      card.activitiesTotal ?? 0,
      card.activitiesLast30Days ?? 0,
    );
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #inTransaction(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}

const statsKey = (product: Product, entityId: string): string => `${product} ${entityId}`;

function firstEntity(account: SeedAccount, product: Product): string {
  const role = account.roles.find(candidate => Number(candidate.product) === product);
  if (!role) throw new Error(`A seed account brings data for product ${product} but has no role for it.`);
  return role.entityId;
}

const readAccount = (row: Row): Account => ({
  email: text(row, 'email'),
  name: text(row, 'name'),
  company: text(row, 'company'),
  summary: text(row, 'summary'),
  roles: JSON.parse(text(row, 'roles')),
});

const readMail = (row: Row): Mail => ({
  id: number(row, 'id'),
  to: text(row, 'address'),
  subject: text(row, 'subject'),
  text: text(row, 'body'),
  link: textOrNull(row, 'link'),
  preview: JSON.parse(text(row, 'preview')),
  attachmentName: textOrNull(row, 'attachmentName'),
  sentAt: new Date(number(row, 'sentAt')),
});

const versionOf = (database: DatabaseSync): number =>
  number(database.prepare('PRAGMA user_version').get() ?? {}, 'user_version');

function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  if (versionOf(database) === VERSION) return database;
  database.close();
  // Nothing in it is worth a migration. The two companions belong to the write-ahead log.
  if (file !== ':memory:') for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  const fresh = new DatabaseSync(file);
  fresh.exec(`BEGIN; ${TABLES} PRAGMA user_version = ${VERSION}; COMMIT`);
  return fresh;
}

/**
 * The store in this file (its folder must exist), or in memory for ':memory:'. An empty one is filled with the
 * seed's accounts unless `seed` is false; a file of another version is built anew.
 * Thrown when the file cannot be opened or is no database: SQLite's Error.
 */
export function openStore(file: string, { seed = true }: { seed?: boolean } = {}): Store {
  const database = openDatabase(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000');
  const store = new Store(database);
  if (seed && store.accounts().length === 0) store.replaceAccounts(seedAccounts());
  return store;
}
