import { rmSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { CARDS, type Product, SCANNER } from '../../shared/admin';
import { type CardCompany, type ScannerAccount, type SeedAccount, type SeedRole, seedAccounts } from './seed';

/** An account that can call the stand-ins, with its data. */
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
  /** The first rows of the attachment for the inbox, starting with the headings. */
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
  /** Null without an attachment. `attachment(id)` returns the content. */
  attachmentName: string | null;
  sentAt: Date;
}

type Row = Record<string, SQLOutputValue>;

// Increase it when the tables or the seed change: a file of another version is deleted and rebuilt.
const VERSION = 3;
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

/** The data of the sandbox's backends. Created by `openStore`. */
export class Store {
  readonly #database: DatabaseSync;
  // Reading and serializing 100,000 licenses takes a third of a second.
  readonly #stats = new Map<string, Buffer>();

  // Preparing a statement for each of the seed's 110,000 rows would triple the time of the first start.
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Replaces all data with these accounts.
   * @throws {Error} Thrown by SQLite when two accounts have data for the same entity, or two cards have the same code.
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

  /** Returns all accounts, in the order in which they were loaded. */
  accounts(): Account[] {
    return this.#prepare('SELECT * FROM accounts ORDER BY rowid').all().map(readAccount);
  }

  /** Returns the account with this e-mail, ignoring case. */
  findAccount(email: string): Account | undefined {
    const row = this.#prepare('SELECT * FROM accounts WHERE key = ?').get(keyOf(email));
    return row && readAccount(row);
  }

  /** Returns the JSON body of a scanner account's stats, in UTF-8; undefined for an unknown account. */
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

  /** Returns the JSON body of a card company's stats, in UTF-8; undefined for an unknown company. */
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

  /** Returns all cards of a company, claimed or not; undefined for an unknown company. */
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

  /** Orders ten more licenses or cards, which are added after `delay` milliseconds. Returns false for an unknown entity. */
  requestTopUp(product: Product, entityId: string, delay: number): boolean {
    if (!this.#findEntity(product, entityId)) return false;
    this.#prepare('INSERT INTO topUps (product, entityId, due) VALUES (?, ?, ?)').run(
      product,
      entityId,
      Date.now() + delay,
    );
    return true;
  }

  /** Removes a license. Returns false if this scanner account does not have it. */
  removeLicense(entityId: string, appId: string): boolean {
    const { changes } = this.#prepare('DELETE FROM licenses WHERE entityId = ? AND appId = ?').run(
      entityId,
      appId,
    );
    if (changes === 0) return false;
    this.#stats.delete(statsKey(SCANNER, entityId));
    return true;
  }

  /** Returns the entity that a card belongs to; undefined for an unknown card. */
  companyOfCard(code: string): string | undefined {
    const row = this.#prepare('SELECT entityId FROM cards WHERE code = ?').get(code);
    return row && text(row, 'entityId');
  }

  /** Removes the profile from a card, which can then be claimed again. */
  clearCard(code: string): void {
    const entityId = this.companyOfCard(code);
    if (entityId === undefined) return;
    this.#prepare(
      `UPDATE cards SET email = NULL, name = NULL, title = NULL, activitiesTotal = 0, activitiesLast30Days = 0
         WHERE code = ?`,
    ).run(code);
    this.#stats.delete(statsKey(CARDS, entityId));
  }

  /** Adds a mail to the inbox, which keeps the newest fifty per recipient. */
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

  /** Returns the mails to one recipient, or all of them, newest first. */
  mails(to?: string): Mail[] {
    const columns = 'id, address, subject, body, link, preview, attachmentName, sentAt';
    const rows =
      to === undefined
        ? this.#prepare(`SELECT ${columns} FROM mails ORDER BY id DESC`).all()
        : this.#prepare(`SELECT ${columns} FROM mails WHERE key = ? ORDER BY id DESC`).all(keyOf(to));
    return rows.map(readMail);
  }

  /** Returns the attachment of a mail; undefined for none. */
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

  // Checked on each read, instead of with a timer: an order placed just before Ctrl-C still arrives.
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
        // The seed's codes begin with c, so these are unique.
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
    for (const mail of account.mails ?? []) this.addMail({ to: account.email, ...mail });
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
  // The data is not worth a migration. The other two files are the write-ahead log.
  if (file !== ':memory:') for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  const fresh = new DatabaseSync(file);
  fresh.exec(`BEGIN; ${TABLES} PRAGMA user_version = ${VERSION}; COMMIT`);
  return fresh;
}

/**
 * Opens the store in this file, whose folder must exist, or in memory for ':memory:'. An empty store is filled with the
 * seed's accounts unless `seed` is false. A file of another version is rebuilt.
 * @throws {Error} Thrown by SQLite when the file cannot be opened or is not a database.
 */
export function openStore(file: string, { seed = true }: { seed?: boolean } = {}): Store {
  const database = openDatabase(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000');
  const store = new Store(database);
  if (seed && store.accounts().length === 0) store.replaceAccounts(seedAccounts());
  return store;
}
