import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ProductKey, productTerms } from '../../shared/products';
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
  | { kind: 'topUp'; product: ProductKey; entityId: string; due: number }
  | { kind: 'remove'; product: ProductKey; entityId: string; id: string }
  | { kind: 'mail'; mail: NewEmail; sentAt: number };

/** The data of a company in one product. */
interface Entity {
  /** The other fields of its stats. */
  readonly figures: Readonly<Record<string, unknown>>;
  purchased: number;
  readonly items: (License | Card)[];
  /** Requests for more, until they are due. */
  readonly topUps: Set<{ readonly number: number; readonly due: number }>;
  /** Creates an item that was requested. */
  readonly createItem: (topUp: number, index: number) => License | Card;
  /** The license that the next response gives to the first of these people. */
  readonly passedOn?: { readonly appId: string; readonly emails: string[] } | undefined;
  /** The JSON body of its stats, since serializing 100,000 licenses takes a third of a second. */
  stats?: Buffer | undefined;
}

// Increase it when the format of the changes or the seed changes: changes of another version are discarded.
const VERSION = 6;
const HEADER = JSON.stringify({ sandbox: VERSION });
const TOP_UP_SIZE = 10;

const keyOf = (email: string): string => email.trim().toLowerCase();
const idOf = (item: License | Card): string => ('code' in item ? item.code : item.appId);

const sum = <Item>(items: readonly Item[], figure: (item: Item) => number): number =>
  items.reduce((total, item) => total + figure(item), 0);

/** How many emails the inbox keeps. */
const EMAILS_LIMIT = 200;

/** The data of the sandbox's backends, in memory. Created by `createStore`. */
export class Store {
  readonly #save: (change: Change) => void;
  #accounts = new Map<string, Account>();
  #entities = new Map<ProductKey, Map<string, Entity>>();
  #emails: Email[] = [];
  #emailCount = 0;
  #topUpCount = 0;

  /** `save` is called with each new change, but not with changes that `apply` repeats. */
  constructor(save: (change: Change) => void) {
    this.#save = save;
  }

  /** Replaces all data with these accounts. Does not save them. */
  replaceAccounts(accounts: readonly SeedAccount[]): void {
    this.#accounts = new Map(accounts.map(account => [keyOf(account.email), account]));
    const [scanners, companies] = [new Map<string, Entity>(), new Map<string, Entity>()];
    this.#entities = new Map([
      ['license', scanners],
      ['card', companies],
    ]);
    this.#emails = [];
    const now = Date.now();
    for (const { email: to, roles, scanner, ecard, emails = [] } of accounts) {
      const entityOf = (product: ProductKey) =>
        roles.find(role => Number(role.product) === productTerms[product].number)?.entityId ?? '';
      if (scanner) scanners.set(entityOf('license'), scannerEntity(scanner));
      if (ecard) companies.set(entityOf('card'), companyEntity(ecard));
      for (const mail of emails) this.apply({ kind: 'mail', mail: { to, ...mail }, sentAt: now });
    }
  }

  accounts(): Account[] {
    return [...this.#accounts.values()];
  }

  findAccount(email: string): Account | undefined {
    return this.#accounts.get(keyOf(email));
  }

  /** The JSON body of the stats of a scanner account or a company, in UTF-8; undefined for an unknown one. */
  stats(product: ProductKey, entityId: string): Buffer | undefined {
    const entity = this.#entity(product, entityId);
    if (entity === undefined) return undefined;
    passOn(entity);
    const { figures, purchased: licencesPurchased, items: userStats } = entity;
    const licencesClaimed = userStats.filter(({ email }) => email).length;
    entity.stats ??= Buffer.from(
      JSON.stringify({ ...figures, licencesPurchased, licencesClaimed, userStats }),
    );
    return entity.stats;
  }

  cards(entityId: string): readonly Card[] | undefined {
    return this.#entity('card', entityId)?.items.filter(item => 'code' in item);
  }

  /** Requests ten more licenses or cards, which are added after `delay` milliseconds. False for an unknown entity. */
  requestTopUp(product: ProductKey, entityId: string, delay: number): boolean {
    return this.#change({ kind: 'topUp', product, entityId, due: Date.now() + delay });
  }

  /** Removes a license, or the profile from a card, which can then be claimed again. False if the entity does not have it. */
  remove(product: ProductKey, entityId: string, id: string): boolean {
    return this.#change({ kind: 'remove', product, entityId, id });
  }

  companyOfCard(code: string): string | undefined {
    const hasCard = ({ items }: Entity) => items.some(card => idOf(card) === code);
    return [...(this.#entities.get('card') ?? [])].find(([, company]) => hasCard(company))?.[0];
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
    if (change.kind === 'mail') {
      this.#emails.push({ ...change.mail, id: ++this.#emailCount, sentAt: change.sentAt });
      if (this.#emails.length > EMAILS_LIMIT) this.#emails.shift();
      return true;
    }
    const entity = this.#entity(change.product, change.entityId);
    if (entity === undefined) return false;
    if (change.kind === 'remove') {
      const { product, id } = change;
      return replaceItem(entity, id, product === 'card' ? [{ ...emptyCard, code: id }] : []);
    }
    entity.topUps.add({ number: ++this.#topUpCount, due: change.due });
    return true;
  }

  #change(change: Change): boolean {
    const isMade = this.apply(change);
    if (isMade) this.#save(change);
    return isMade;
  }

  /** Adds the items that are due. Checked on each access instead of with a timer, because requests survive a restart. */
  #entity(product: ProductKey, entityId: string): Entity | undefined {
    const entity = this.#entities.get(product)?.get(entityId);
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
}

/** Replaces an item with others. False if there is none with this ID. */
function replaceItem(entity: Entity, id: string, by: readonly (License | Card)[]): boolean {
  const index = entity.items.findIndex(item => idOf(item) === id);
  if (index < 0) return false;
  entity.items.splice(index, 1, ...by);
  entity.stats = undefined;
  return true;
}

/** Gives a license to the next person. */
function passOn(entity: Entity): void {
  const { appId = '', emails = [] } = entity.passedOn ?? {};
  const license = entity.items.find(item => idOf(item) === appId);
  const email = emails.shift();
  if (!license || email === undefined) return;
  emails.push(email);
  replaceItem(entity, appId, [{ ...license, email }]);
}

function scannerEntity({ code, integrations = [], passedOn, ...account }: ScannerAccount): Entity {
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
    passedOn: passedOn && { ...passedOn, emails: [...passedOn.emails] },
    createItem: (topUp, index) => ({
      ...emptyLicense,
      appId: `${code.split('-')[0]}-T${topUp}-${1000 + index * 37}`,
    }),
  };
}

function companyEntity({ leads = 0, ...company }: CardCompany): Entity {
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
