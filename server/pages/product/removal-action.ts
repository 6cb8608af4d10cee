import { PAGE_SIZE } from '../../../shared/list-state';
import { textOf } from '../../../shared/messages';
import type { Dependencies } from '../../dependencies';
import { BackendError, SessionEnded } from '../../errors';
import type { ToastReply } from '../../http/reply';
import type { ListOf } from '../../lists/list';
import { type CompanyMember, LISTS_MAX_AGE_MS } from '../../removals/company-calls';
import { isSamePerson, sentEmail, unescapeId } from '../../removals/items';
import { outcomeOfError } from '../../removals/run';
import { callKey, callKeys, isRefusal } from '../../removals/run-state';
import { logFailure } from '../failure';
import type { SignedInHandler, SignedInRequest } from '../handler';
import type { RemovableList } from '../lists/define-list';
import { anchorOf } from '../lists/removable';
import { entitiesOf } from '../products';
import { type ActionTarget, productAction } from './action';
import type { Product } from './define-product';

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
      const company = dependencies.removals.companyCalls.join(callKeys(entitiesOf(await request.details())));
      try {
        return { toast: await removeRow(product, list, company, request, target, dependencies) };
      } catch (error) {
        if (error instanceof RowChanged) return { toast: error.toast, wasRefused: true };
        throw error;
      } finally {
        company.leave();
      }
    },
  });
}

/** The place of a row that was found as its dialog said. */
interface RowPlace {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The URL fragment of the row that takes its place. */
  readonly after: string;
}

/** Thrown for a row that no longer matches its dialog. */
class RowChanged extends Error {
  constructor(readonly toast: ToastReply) {
    super('The row has changed since its dialog was shown');
  }
}

/**
 * Removes the row that the form names: compares it with the list, makes the call or shares that of another tab (T59), and
 * settles the outcome by the list.
 */
async function removeRow<Stats, Row>(
  product: Product<Stats>,
  list: RemovableList<Stats, Row>,
  company: CompanyMember,
  request: SignedInRequest,
  target: ActionTarget,
  dependencies: Dependencies,
): Promise<ToastReply> {
  const { removable } = list;
  const { kind, outcomes } = removable;
  const { form, query, log, session } = request;
  const { context } = request.administrator;
  const id = unescapeId(form[product.itemField] ?? '');
  const { now, config } = dependencies;
  let place: RowPlace | undefined = await findRow();
  const call = async () => {
    // It may have waited long for the calls of others.
    if (!place || now() - place.at > LISTS_MAX_AGE_MS) {
      place = undefined;
      place = await findRow();
    }
    await removable.remove(target.entityId, id, context, dependencies);
  };
  const deadline = AbortSignal.timeout(config.upstreamTimeout);
  const key = callKey(kind, target.entityId);
  const error: unknown = await company
    .removeOnce(key, id, () => company.call(call, deadline))
    .then(
      () => undefined,
      reason => reason ?? new Error('Unknown'),
    );
  if (error instanceof SessionEnded || !place) throw error;
  return settle(place, error);

  /**
   * Finds the row in a fresh list, as its dialog has shown it (T54). If anything fails after that, the redirect leads to it.
   * @throws {RowChanged} Thrown when it is not listed, or belongs to another person.
   */
  async function findRow(): Promise<RowPlace> {
    target.location = `${target.back}#${list.id}`;
    const { rows, row } = await fetchRow();
    if (!row) {
      const error = new BackendError(textOf(outcomes.failed), 'not listed');
      logFailure(log, error, error.message);
      throw new RowChanged([outcomes.notListed]);
    }
    const { before, after } = await findAnchors(rows);
    target.location = `${target.back}#${before}`;
    const email = row[removable.email];
    if (!isOfPerson(email)) {
      // A search for the previous person does not find the row anymore.
      if (before === list.id) target.location = searchAddress();
      throw new RowChanged(reassignedTo(email));
    }
    return { at: dependencies.now(), after };
  }

  /** The outcome of a call, or the error of a failed one. A fresh list decides if it can be fetched. */
  async function settle({ after }: RowPlace, error: unknown): Promise<ToastReply> {
    const logUnexpected = (reason: unknown) => logFailure(log, reason, outcomes.unexpected.message);
    // The call is made: only its confirmation may be missing.
    const fetched = await fetchRow().catch(logUnexpected);
    const email = fetched?.row?.[removable.email];
    const isListed = email !== undefined && isOfPerson(email);
    if (error !== undefined) {
      if (!fetched || isListed) throw error;
      logUnexpected(error);
      if (email !== undefined) return reassignedTo(email);
      const outcome = outcomeOfError(error);
      if (outcome.type === 'failed' && isRefusal(outcome.failure)) return [outcomes.notListed];
      // The answer was lost, or another administrator was faster.
    }
    if (isListed) return [outcomes.stillListed];
    target.location = `${target.back}#${after}`;
    return [outcomes.done];
  }

  /** The row in a fresh list; undefined if it is not there. */
  async function fetchRow() {
    // A fetch that has started before must not be shared.
    session.recordChange();
    const fresh = { ...context, changedAt: session.changedAt, bypassCache: true };
    const rows = list.rows(await product.backend(dependencies).stats(target.entityId, fresh));
    const row = rows?.find(removable.id, id);
    // An item that is not in a part of the list may be in the rest.
    if (!rows || (!row && rows.extent !== 'whole')) throw new BackendError(list.unreadable, 'content');
    return { rows, row };
  }

  /** Whether this is the address that the dialog has sent. */
  function isOfPerson(email: string): boolean {
    return isSamePerson(sentEmail(email), form.email ?? '');
  }

  function reassignedTo(email: string): ToastReply {
    return [outcomes.reassigned, email.slice(0, SHOWN_EMAIL_LENGTH)];
  }

  /** The URL of a search for the row. */
  function searchAddress(): string {
    const { path, defaults, address, readState } = product;
    const { [kind]: selected = [] } = readState(query);
    const search = list.search && { [list.names.query]: id };
    return `${address(path, { ...defaults, ...search, [kind]: selected })}#${list.id}`;
  }

  /**
   * The URL fragments of the row before its removal, and of the row that takes its place afterwards. If there is no such
   * row, it is the fragment of the list.
   */
  async function findAnchors(
    rows: ListOf<Row>,
  ): Promise<{ readonly before: string; readonly after: string }> {
    const { listQuery, pageNumber } = list.readQuery(query);
    const shown = await rows.page(listQuery, pageNumber);
    const index = shown.rows.findIndex(row => row[removable.id] === id);
    if (index === -1) return { before: list.id, after: list.id };
    const before = anchorOf(index);
    if (shown.found === 1) return { before, after: list.id };
    const isLast = shown.number === shown.pages && index === shown.rows.length - 1;
    // Removing the only row of the last page leads to the end of the page before it.
    const next = isLast ? (index === 0 ? PAGE_SIZE : index) - 1 : index;
    return { before, after: anchorOf(next) };
  }
}
