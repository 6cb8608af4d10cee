import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CARDS, type ProductNumber, SCANNER } from '../../shared/admin';
import type { SeedAccount, SeedCard, SeedLicense } from './seed';

/** An account as callers of the stand-ins see it. */
export type Account = Omit<SeedAccount, 'scanner' | 'ecard' | 'emails'>;

export type Card = Required<SeedCard>;

export interface NewEmail {
  to: string;
  subject: string;
  /** Paragraphs, with an empty line between them. */
  text: string;
  link?: string;
  /** The first rows of the attachment for the inbox, starting with the headings. */
  preview?: string[][];
  attachment?: { fileName: string; content: string };
}

export interface Email extends NewEmail {
  readonly id: number;
  /** In milliseconds since 1970. */
  readonly sentAt: number;
}

/** A change of the data. Times are in milliseconds since 1970. */
type Change =
  | {
      readonly kind: 'topUp';
      readonly product: ProductNumber;
      readonly entityId: string;
      readonly due: number;
    }
  | { readonly kind: 'removeLicense'; readonly entityId: string; readonly appId: string }
  | { readonly kind: 'clearCard'; readonly code: string }
  | { readonly kind: 'mail'; readonly mail: NewEmail; readonly sentAt: number };

/** The data of a company in one product; `Item` is a license or a card. */
interface Entity<Item> {
  /** The other fields of its stats. */
  readonly figures: Readonly<Record<string, unknown>>;
  purchased: number;
  items: Item[];
  topUps: { readonly number: number; readonly due: number }[];
  /** The JSON body of its stats, since serializing 100,000 licenses takes a third of a second. */
  stats?: Buffer | undefined;
}

// Increase it when the format of the changes or the seed changes: changes of another version are discarded.
const VERSION = 4;
const HEADER = JSON.stringify({ sandbox: VERSION });
const TOP_UP_SIZE = 10;
const EMAILS_PER_ADDRESS_LIMIT = 50;

const keyOf = (email: string): string => email.trim().toLowerCase();

const sum = <Item>(items: readonly Item[], figure: (item: Item) => number | undefined): number =>
  items.reduce((total, item) => total + (figure(item) ?? 0), 0);

/** The data of the sandbox's backends, in memory. Created by `createStore` and `openStore`. */
export class Store {
  readonly #save: (change: Change) => void;
  #accounts = new Map<string, Account>();
  #scanners = new Map<string, Entity<SeedLicense>>();
  #companies = new Map<string, Entity<SeedCard>>();
  #companyOfCard = new Map<string, string>();
  #emails: Email[] = [];
  #emailCount = 0;
  #topUpCount = 0;

  /** `save` is called with each new change, but not with those that `apply` repeats. */
  constructor(save: (change: Change) => void = () => {}) {
    this.#save = save;
  }

  /**
   * Replaces all data with these accounts. Does not save them.
   * @throws {Error} Thrown when two accounts have data for the same entity, two cards have the same code, or an account
   * has data for a product without a role for it. The data is then unchanged.
   */
  replaceAccounts(accounts: readonly SeedAccount[]): void {
    const scanners = accounts.flatMap(scannerOf);
    const companies = accounts.flatMap(companyOf);
    const codes = companies.flatMap(([id, { items }]) =>
      items.map(({ code }): [string, string] => [code, id]),
    );
    assertUnique('entity', scanners);
    assertUnique('entity', companies);
    assertUnique('card', codes);

    this.#accounts = new Map(accounts.map(account => [keyOf(account.email), account]));
    this.#scanners = new Map(scanners);
    this.#companies = new Map(companies);
    this.#companyOfCard = new Map(codes);
    this.#emails = [];
    const now = Date.now();
    for (const { email: to, emails = [] } of accounts) {
      for (const mail of emails) this.apply({ kind: 'mail', mail: { to, ...mail }, sentAt: now });
    }
  }

  /** Returns all accounts, in the order in which they were loaded. */
  accounts(): Account[] {
    return [...this.#accounts.values()];
  }

  /** Returns the account with this email, ignoring case. */
  findAccount(email: string): Account | undefined {
    return this.#accounts.get(keyOf(email));
  }

  /** Returns the JSON body of a scanner account's stats, in UTF-8; undefined for an unknown account. */
  scannerStats(entityId: string): Buffer | undefined {
    return statsOf(this.#scanner(entityId), ({ appId, ...license }) => ({
      appId,
      email: license.email ?? null,
      activationDate: license.activationDate ?? null,
      leadsTotal: license.leadsTotal ?? 0,
      leadsLast30Days: license.leadsLast30Days ?? 0,
    }));
  }

  /** Returns the JSON body of a card company's stats, in UTF-8; undefined for an unknown company. */
  companyStats(entityId: string): Buffer | undefined {
    return statsOf(this.#company(entityId), completeCard);
  }

  /** Returns all cards of a company, claimed or not; undefined for an unknown company. */
  cards(entityId: string): Card[] | undefined {
    return this.#company(entityId)?.items.map(completeCard);
  }

  /** Requests ten more licenses or cards, which are added after `delay` milliseconds. Returns false for an unknown entity. */
  requestTopUp(product: ProductNumber, entityId: string, delay: number): boolean {
    return this.#change({ kind: 'topUp', product, entityId, due: Date.now() + delay });
  }

  /** Removes a license. Returns false if this scanner account does not have it. */
  removeLicense(entityId: string, appId: string): boolean {
    return this.#change({ kind: 'removeLicense', entityId, appId });
  }

  /** Returns the entity that a card belongs to; undefined for an unknown card. */
  companyOfCard(code: string): string | undefined {
    return this.#companyOfCard.get(code);
  }

  /** Removes the profile from a card, which can then be claimed again. */
  clearCard(code: string): void {
    this.#change({ kind: 'clearCard', code });
  }

  /** Adds an email to the inbox, which keeps the newest fifty per recipient. */
  addEmail(mail: NewEmail): void {
    this.#change({ kind: 'mail', mail, sentAt: Date.now() });
  }

  /** Returns the emails to one recipient, or all of them, newest first. */
  emails(to?: string): Email[] {
    return this.#emails.filter(mail => to === undefined || keyOf(mail.to) === keyOf(to)).reverse();
  }

  /** Makes a change without saving it. Returns false if there is nothing to change. */
  apply(change: Change): boolean {
    switch (change.kind) {
      case 'topUp': {
        const { product, entityId, due } = change;
        const entity = product === SCANNER ? this.#scanner(entityId) : this.#company(entityId);
        return entity !== undefined && entity.topUps.push({ number: ++this.#topUpCount, due }) > 0;
      }
      case 'removeLicense': {
        const entity = this.#scanner(change.entityId);
        const index = entity?.items.findIndex(({ appId }) => appId === change.appId) ?? -1;
        if (entity === undefined || index < 0) return false;
        entity.items.splice(index, 1);
        entity.stats = undefined;
        return true;
      }
      case 'clearCard': {
        const { code } = change;
        const entity = this.#company(this.companyOfCard(code) ?? '');
        const index = entity?.items.findIndex(card => card.code === code) ?? -1;
        if (entity === undefined || index < 0) return false;
        entity.items[index] = { code };
        entity.stats = undefined;
        return true;
      }
      case 'mail': {
        const { mail, sentAt } = change;
        this.#emails.push({ ...mail, id: ++this.#emailCount, sentAt });
        const toAddress = this.#emails.filter(({ to }) => keyOf(to) === keyOf(mail.to));
        const dropped = new Set(toAddress.slice(0, -EMAILS_PER_ADDRESS_LIMIT));
        if (dropped.size > 0) this.#emails = this.#emails.filter(kept => !dropped.has(kept));
        return true;
      }
    }
  }

  #change(change: Change): boolean {
    const isMade = this.apply(change);
    if (isMade) this.#save(change);
    return isMade;
  }

  #scanner(entityId: string): Entity<SeedLicense> | undefined {
    return fulfillTopUps(this.#scanners.get(entityId), ({ figures }, number, index) => ({
      appId: `${String(figures.code).split('-')[0]}-T${number}-${1000 + index * 37}`,
    }));
  }

  #company(entityId: string): Entity<SeedCard> | undefined {
    return fulfillTopUps(this.#companies.get(entityId), (_entity, number, index) => {
      // The seed's codes begin with c, so these are unique.
      const code = `d${(8_813_771 + (number * TOP_UP_SIZE + index) * 577).toString(36)}`;
      this.#companyOfCard.set(code, entityId);
      return { code };
    });
  }
}

/** Adds the items that are due. Checked on each access instead of with a timer, because requests survive a restart. */
function fulfillTopUps<Item>(
  entity: Entity<Item> | undefined,
  create: (entity: Entity<Item>, number: number, index: number) => Item,
): Entity<Item> | undefined {
  const due = entity?.topUps.filter(topUp => topUp.due <= Date.now()) ?? [];
  if (entity === undefined || due.length === 0) return entity;
  entity.topUps = entity.topUps.filter(topUp => !due.includes(topUp));
  entity.stats = undefined;
  for (const { number } of due) {
    entity.purchased += TOP_UP_SIZE;
    for (let index = 0; index < TOP_UP_SIZE; index++) entity.items.push(create(entity, number, index));
  }
  return entity;
}

function statsOf<Item extends { email?: string | null }>(
  entity: Entity<Item> | undefined,
  complete: (item: Item) => object,
): Buffer | undefined {
  if (entity === undefined) return undefined;
  const { figures, purchased: licencesPurchased, items } = entity;
  const licencesClaimed = items.filter(({ email }) => email).length;
  entity.stats ??= Buffer.from(
    JSON.stringify({ ...figures, licencesPurchased, licencesClaimed, userStats: items.map(complete) }),
  );
  return entity.stats;
}

const completeCard = (card: SeedCard): Card => ({
  code: card.code,
  email: card.email ?? null,
  name: card.name ?? null,
  title: card.title ?? null,
  activitiesTotal: card.activitiesTotal ?? 0,
  activitiesLast30Days: card.activitiesLast30Days ?? 0,
});

function scannerOf(account: SeedAccount): [id: string, Entity<SeedLicense>][] {
  const { scanner } = account;
  if (scanner === undefined) return [];
  const { code, licensesPurchased: purchased, licenses, integrations = [] } = scanner;
  const figures = {
    code,
    leadsTotal: sum(licenses, license => license.leadsTotal),
    leadsLast30Days: sum(licenses, license => license.leadsLast30Days),
    integrations: integrations.map(name => ({ name })),
  };
  return [[firstEntity(account, SCANNER), { figures, purchased, items: [...licenses], topUps: [] }]];
}

function companyOf(account: SeedAccount): [id: string, Entity<SeedCard>][] {
  const { ecard } = account;
  if (ecard === undefined) return [];
  const { licensesPurchased: purchased, cards, leads = 0 } = ecard;
  const figures = {
    activitiesTotal: sum(cards, card => card.activitiesTotal),
    activitiesLast30Days: sum(cards, card => card.activitiesLast30Days),
    leads,
  };
  return [[firstEntity(account, CARDS), { figures, purchased, items: [...cards], topUps: [] }]];
}

function firstEntity(account: SeedAccount, product: ProductNumber): string {
  const role = account.roles.find(candidate => Number(candidate.product) === product);
  if (!role) throw new Error(`A seed account has data for product ${product}, but no role for it.`);
  return role.entityId;
}

function assertUnique(kind: string, entries: readonly (readonly [key: string, value: unknown])[]): void {
  const keys = new Set<string>();
  for (const [key] of entries) {
    if (keys.has(key)) throw new Error(`The seed has the ${kind} ${key} twice.`);
    keys.add(key);
  }
}

/**
 * Creates a store in memory.
 * @throws {Error} Thrown when the accounts contradict each other (see `replaceAccounts`).
 */
export function createStore(accounts: readonly SeedAccount[]): Store {
  const store = new Store();
  store.replaceAccounts(accounts);
  return store;
}

/**
 * Opens a store with these accounts and the changes in a file, one JSON object per line. Creates the file and its folder
 * if needed. The changes of another version are discarded.
 * @throws {Error} Thrown when the file cannot be read or written, or is not one of the sandbox.
 */
export function openStore(file: string, accounts: readonly SeedAccount[]): Store {
  const store = new Store(change => appendFileSync(file, `${JSON.stringify(change)}\n`));
  store.replaceAccounts(accounts);
  const saved = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (saved !== '' && !saved.startsWith('{"sandbox":'))
    throw new Error(`${file} is not a file of the sandbox.`);
  // The last part is empty, or a line whose writing was interrupted.
  const [header, ...lines] = saved.split('\n').slice(0, -1);
  const changes = header === HEADER ? lines : [];
  for (const line of changes) store.apply(JSON.parse(line));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, [HEADER, ...changes, ''].join('\n'));
  return store;
}
