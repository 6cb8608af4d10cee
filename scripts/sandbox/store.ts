import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CARDS, type ProductNumber, SCANNER } from '../../server/roles';
import type { CardCompany, ScannerAccount, SeedAccount, SeedCard, SeedEmail, SeedLicense } from './seed';

/** An account as callers of the stand-ins see it. */
export type Account = Omit<SeedAccount, 'scanner' | 'ecard' | 'emails'>;

const emptyLicense = { email: null, activationDate: null, leadsTotal: 0, leadsLast30Days: 0 };
const emptyCard = { email: null, name: null, title: null, activitiesTotal: 0, activitiesLast30Days: 0 };

type License = Required<SeedLicense>;
export type Card = Required<SeedCard>;

export interface NewEmail extends SeedEmail {
  to: string;
}

export interface Email extends NewEmail {
  readonly id: number;
  /** In milliseconds since 1970. */
  readonly sentAt: number;
}

/** A change of the data. Times are in milliseconds since 1970. */
type Change =
  | { kind: 'topUp'; product: ProductNumber; entityId: string; due: number }
  | { kind: 'removeLicense'; entityId: string; appId: string }
  | { kind: 'clearCard'; code: string }
  | { kind: 'mail'; mail: NewEmail; sentAt: number };

/** The data of a company in one product; `Item` is a license or a card. */
interface Entity<Item> {
  /** The other fields of its stats. */
  readonly figures: Readonly<Record<string, unknown>>;
  purchased: number;
  readonly items: Item[];
  /** Requests for more, until they are due. */
  readonly topUps: Set<{ readonly number: number; readonly due: number }>;
  /** Creates an item that was requested. */
  readonly createItem: (topUp: number, index: number) => Item;
  /** The item that the next response gives to the first of these people. */
  readonly passedOn?: { readonly id: string; readonly emails: string[] } | undefined;
  /** The JSON body of its stats, since serializing 100,000 licenses takes a third of a second. */
  stats?: Buffer | undefined;
}

// Increase it when the format of the changes or the seed changes: changes of another version are discarded.
const VERSION = 5;
const HEADER = JSON.stringify({ sandbox: VERSION });
const TOP_UP_SIZE = 10;

const keyOf = (email: string): string => email.trim().toLowerCase();

const sum = <Item>(items: readonly Item[], figure: (item: Item) => number): number =>
  items.reduce((total, item) => total + figure(item), 0);

/** How many emails the inbox keeps. */
const EMAILS_LIMIT = 200;

/** The data of the sandbox's backends, in memory. Created by `createStore`. */
export class Store {
  readonly #save: (change: Change) => void;
  #accounts = new Map<string, Account>();
  readonly #scanners = new Map<string, Entity<License>>();
  readonly #companies = new Map<string, Entity<Card>>();
  #emails: Email[] = [];
  #emailCount = 0;
  #topUpCount = 0;

  /** `save` is called with each new change, but not with those that `apply` repeats. */
  constructor(save: (change: Change) => void) {
    this.#save = save;
  }

  /** Replaces all data with these accounts. Does not save them. */
  replaceAccounts(accounts: readonly SeedAccount[]): void {
    this.#accounts = new Map(accounts.map(account => [keyOf(account.email), account]));
    this.#scanners.clear();
    this.#companies.clear();
    this.#emails = [];
    const now = Date.now();
    for (const { email: to, roles, scanner, ecard, emails = [] } of accounts) {
      const entityOf = (product: ProductNumber) =>
        roles.find(role => Number(role.product) === product)?.entityId ?? '';
      if (scanner) this.#scanners.set(entityOf(SCANNER), scannerEntity(scanner));
      if (ecard) this.#companies.set(entityOf(CARDS), companyEntity(ecard));
      for (const mail of emails) this.apply({ kind: 'mail', mail: { to, ...mail }, sentAt: now });
    }
  }

  accounts(): Account[] {
    return [...this.#accounts.values()];
  }

  findAccount(email: string): Account | undefined {
    return this.#accounts.get(keyOf(email));
  }

  /** The JSON body of a scanner account's stats, in UTF-8; undefined for an unknown account. */
  scannerStats(entityId: string): Buffer | undefined {
    const scanner = this.#scanner(entityId);
    if (scanner) passOn(scanner);
    return statsOf(scanner);
  }

  companyStats(entityId: string): Buffer | undefined {
    return statsOf(this.#company(entityId));
  }

  cards(entityId: string): readonly Card[] | undefined {
    return this.#company(entityId)?.items;
  }

  /** Requests ten more licenses or cards, which are added after `delay` milliseconds. False for an unknown entity. */
  requestTopUp(product: ProductNumber, entityId: string, delay: number): boolean {
    return this.#change({ kind: 'topUp', product, entityId, due: Date.now() + delay });
  }

  /** Removes a license. False if this scanner account does not have it. */
  removeLicense(entityId: string, appId: string): boolean {
    return this.#change({ kind: 'removeLicense', entityId, appId });
  }

  companyOfCard(code: string): string | undefined {
    const hasCard = ({ items }: Entity<Card>) => items.some(card => card.code === code);
    return [...this.#companies].find(([, company]) => hasCard(company))?.[0];
  }

  /** Removes the profile from a card, which can then be claimed again. */
  clearCard(code: string): void {
    this.#change({ kind: 'clearCard', code });
  }

  addEmail(mail: NewEmail): void {
    this.#change({ kind: 'mail', mail, sentAt: Date.now() });
  }

  /** The emails to one recipient, or all of them, newest first. */
  emails(to?: string): Email[] {
    return this.#emails.filter(mail => to === undefined || keyOf(mail.to) === keyOf(to)).reverse();
  }

  /** Makes a change without saving it. False if there is nothing to change. */
  apply(change: Change): boolean {
    switch (change.kind) {
      case 'topUp': {
        const { product, entityId, due } = change;
        const entity = product === SCANNER ? this.#scanner(entityId) : this.#company(entityId);
        entity?.topUps.add({ number: ++this.#topUpCount, due });
        return entity !== undefined;
      }
      case 'removeLicense':
        return replaceItem(this.#scanner(change.entityId), ({ appId }) => appId === change.appId);
      case 'clearCard': {
        const company = this.#company(this.companyOfCard(change.code) ?? '');
        return replaceItem(company, ({ code }) => code === change.code, { ...emptyCard, code: change.code });
      }
      case 'mail':
        this.#emails.push({ ...change.mail, id: ++this.#emailCount, sentAt: change.sentAt });
        if (this.#emails.length > EMAILS_LIMIT) this.#emails.shift();
        return true;
    }
  }

  #change(change: Change): boolean {
    const isMade = this.apply(change);
    if (isMade) this.#save(change);
    return isMade;
  }

  #scanner(entityId: string): Entity<License> | undefined {
    return addDueItems(this.#scanners.get(entityId));
  }

  #company(entityId: string): Entity<Card> | undefined {
    return addDueItems(this.#companies.get(entityId));
  }
}

/** Adds the items that are due. Checked on each access instead of with a timer, because requests survive a restart. */
function addDueItems<Item>(entity: Entity<Item> | undefined): Entity<Item> | undefined {
  if (entity === undefined) return undefined;
  for (const topUp of entity.topUps) {
    if (topUp.due > Date.now()) continue;
    entity.topUps.delete(topUp);
    entity.purchased += TOP_UP_SIZE;
    for (let index = 0; index < TOP_UP_SIZE; index++)
      entity.items.push(entity.createItem(topUp.number, index));
    entity.stats = undefined;
  }
  return entity;
}

/** Replaces the item that matches with others. False if there is none. */
function replaceItem<Item>(
  entity: Entity<Item> | undefined,
  matches: (item: Item) => boolean,
  ...by: Item[]
): boolean {
  const index = entity?.items.findIndex(matches) ?? -1;
  if (entity === undefined || index < 0) return false;
  entity.items.splice(index, 1, ...by);
  entity.stats = undefined;
  return true;
}

/** Gives a license to the next person. */
function passOn(scanner: Entity<License>): void {
  const { id, emails = [] } = scanner.passedOn ?? {};
  const license = scanner.items.find(({ appId }) => appId === id);
  const email = emails.shift();
  if (!license || email === undefined) return;
  emails.push(email);
  replaceItem(scanner, item => item === license, { ...license, email });
}

function statsOf(entity: Entity<License | Card> | undefined): Buffer | undefined {
  if (entity === undefined) return undefined;
  const { figures, purchased: licencesPurchased, items: userStats } = entity;
  const licencesClaimed = userStats.filter(({ email }) => email).length;
  entity.stats ??= Buffer.from(JSON.stringify({ ...figures, licencesPurchased, licencesClaimed, userStats }));
  return entity.stats;
}

function scannerEntity({ code, integrations = [], passedOn, ...account }: ScannerAccount): Entity<License> {
  const items = account.licenses.map(license => ({ ...emptyLicense, ...license }));
  return {
    figures: {
      code,
      leadsTotal: sum(items, license => license.leadsTotal),
      leadsLast30Days: sum(items, license => license.leadsLast30Days),
      integrations: integrations.map(name => ({ name })),
    },
    purchased: account.licensesPurchased,
    items,
    topUps: new Set(),
    passedOn: passedOn && { id: passedOn.appId, emails: [...passedOn.emails] },
    createItem: (topUp, index) => ({
      ...emptyLicense,
      appId: `${code.split('-')[0]}-T${topUp}-${1000 + index * 37}`,
    }),
  };
}

function companyEntity({ leads = 0, ...company }: CardCompany): Entity<Card> {
  const items = company.cards.map(card => ({ ...emptyCard, ...card }));
  return {
    figures: {
      activitiesTotal: sum(items, card => card.activitiesTotal),
      activitiesLast30Days: sum(items, card => card.activitiesLast30Days),
      leads,
    },
    purchased: company.licensesPurchased,
    items,
    topUps: new Set(),
    // The seed's codes begin with c, so these are unique.
    createItem: (topUp, index) => ({
      ...emptyCard,
      code: `d${(8_813_771 + (topUp * TOP_UP_SIZE + index) * 577).toString(36)}`,
    }),
  };
}

/**
 * Creates a store with these accounts and the changes in a file, one JSON object per line, to which new ones are added.
 * Creates the file and its folder if needed. The changes of another version are discarded. Without a file, the store is
 * in memory only.
 */
export function createStore(accounts: readonly SeedAccount[], file?: string): Store {
  const store = new Store(change => {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(change)}\n`);
  });
  store.replaceAccounts(accounts);
  if (file === undefined) return store;
  const saved = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // The last part is empty, or a line whose writing was interrupted.
  const [header, ...lines] = saved.split('\n').slice(0, -1);
  const changes = header === HEADER ? lines : [];
  for (const line of changes) store.apply(JSON.parse(line));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, [HEADER, ...changes, ''].join('\n'));
  return store;
}
