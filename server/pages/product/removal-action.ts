import { textOf } from '../../../shared/messages';
import type { Dependencies } from '../../dependencies';
import { BackendError, SessionEnded } from '../../errors';
import type { ToastReply } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { type CompanyMember, LISTS_MAX_AGE_MS } from '../../removals/company-calls';
import { outcomeOfError } from '../../removals/run';
import { entityKeys, isRefusal, isSamePerson, sentEmail } from '../../removals/run-state';
import { logFailure } from '../failure';
import type { SignedInHandler } from '../handler';
import { entitiesOf } from '../removals/owner';
import { recordChange } from '../take-once';
import { type ActionTarget, productAction } from './action';
import type { Product } from './define-product';
import { findAnchors, type RemovableList } from './removable';

/** Longer email addresses are cut off in a toast, because the session must fit into a cookie. */
const SHOWN_EMAIL_LENGTH = 100;

/**
 * A POST handler that removes one row of a list, unless it belongs to another person than its dialog said (T54). The
 * redirect leads to the row that has taken its place.
 */
export function removalAction<Stats, Row>(
  product: Product<Stats>,
  list: RemovableList<Stats, Row>,
): SignedInHandler {
  const { auditedAs, roleMissing = product.roleMissing, outcomes } = list.removable;
  return productAction(product, {
    ...outcomes,
    auditedAs,
    limit: 'removals',
    roleMissing,
    async execute(request, target, dependencies) {
      const entities = entityKeys(entitiesOf(target.details));
      const company = dependencies.removals.companyCalls.join(entities);
      try {
        return await removeRow(product, list, request, { ...target, company }, dependencies);
      } catch (error) {
        if (error instanceof Changed) return error.reply;
        throw error;
      } finally {
        company.leave();
      }
    },
  });
}

/** Thrown for a row that is not as its dialog said. */
class Changed extends Error {
  constructor(readonly reply: ToastReply) {
    super('Changed');
  }
}

async function removeRow<Stats, Row>(
  product: Product<Stats>,
  list: RemovableList<Stats, Row>,
  request: SignedInRequest,
  { entityId, back, leadTo, company }: ActionTarget & { readonly company: CompanyMember },
  dependencies: Dependencies,
): Promise<ToastReply> {
  const { administrator, form, query, session, log } = request;
  const { context } = administrator;
  const { removable } = list;
  const { outcomes } = removable;
  const id = form[product.itemField] ?? '';
  const sent = form.email ?? '';
  const belongsToPerson = (email: string) => isSamePerson(sentEmail(email), sent);
  /** When the row was found as the dialog said; undefined while it is not known. */
  let comparedAt: number | undefined;

  async function fetchRow() {
    // A fetch that has started before must not be shared.
    recordChange(request, dependencies);
    const fresh = { ...context, changedAt: session.changedAt, bypassCache: true };
    const rows = list.rows(await product.backend(dependencies).stats(entityId, fresh));
    const row = rows?.find(removable.id, id);
    // An item that is not in a part of the list may be in the rest.
    if (!rows || (!row && rows.extent !== 'whole')) throw new BackendError(list.unreadable, 'content');
    return { rows, row };
  }

  /** Compares the row with a fresh list (T54), and returns its place. */
  async function compare() {
    comparedAt = undefined;
    leadTo(`${back}#${list.id}`);
    const { rows, row } = await fetchRow();
    if (!row) {
      const error = new BackendError(textOf(outcomes.failed), 'not listed');
      logFailure(log, error, error.message);
      throw new Changed([outcomes.notListed]);
    }
    const found = await findAnchors(list, rows, { query, removedId: id });
    leadTo(`${back}#${found.before}`);
    if (!belongsToPerson(row[removable.email])) {
      // A search for the previous person does not find the row anymore.
      if (found.before === list.id) leadTo(searchFor(id));
      throw new Changed(reassignedTo(row[removable.email]));
    }
    comparedAt = dependencies.now();
    return found;
  }

  /** Makes the call, or shares that of another tab (T59). */
  async function removeOnce(): Promise<void> {
    const deadline = AbortSignal.timeout(dependencies.config.upstreamTimeout);
    const [key = ''] = entityKeys({ [removable.kind]: entityId });
    const remove = async () => {
      // It may have waited long for the calls of others.
      if (comparedAt === undefined || dependencies.now() - comparedAt > LISTS_MAX_AGE_MS) {
        anchors = await compare();
      }
      await removable.remove(entityId, id, context, dependencies);
    };
    await company.removeOnce(key, id, () => company.call(remove, deadline));
  }

  /** The current holder of the row; undefined if the list cannot be fetched. */
  async function findHolder(): Promise<{ readonly email: string | undefined } | undefined> {
    try {
      return { email: (await fetchRow()).row?.[removable.email] };
    } catch (error) {
      // The removal is made: only its confirmation is missing.
      logFailure(log, error, outcomes.unexpected.message);
      return undefined;
    }
  }

  let anchors = await compare();
  const error: unknown = await removeOnce().then(
    () => undefined,
    reason => reason ?? new Error('Unknown'),
  );
  if (error instanceof SessionEnded || comparedAt === undefined) throw error;
  const holder = await findHolder();
  const email = holder?.email;
  const isListed = email !== undefined && belongsToPerson(email);
  if (error !== undefined) {
    if (!holder || isListed) throw error;
    logFailure(log, error, outcomes.unexpected.message);
    if (email !== undefined) return reassignedTo(email);
    const outcome = outcomeOfError(error);
    if (outcome.type === 'failed' && isRefusal(outcome.failure)) return [outcomes.notListed];
    // The answer was lost, or another administrator was faster.
  }
  if (isListed) return [outcomes.stillListed];
  leadTo(`${back}#${anchors.after}`);
  return [outcomes.done];

  function reassignedTo(email: string): ToastReply {
    return [outcomes.reassigned, email.slice(0, SHOWN_EMAIL_LENGTH)];
  }

  function searchFor(text: string): string {
    const { path, defaults, address, readState } = product;
    const { [removable.kind]: selected = [] } = readState(query);
    const search = list.search && { [list.search.parameter]: text };
    return `${address(path, { ...defaults, ...search, [removable.kind]: selected })}#${list.id}`;
  }
}
