import { textOf } from '../../../shared/messages';
import type { Dependencies } from '../../dependencies';
import { BackendError, SessionEnded } from '../../errors';
import type { ToastReply } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { type CompanyMember, LISTS_MAX_AGE_MS } from '../../removals/company-calls';
import { outcomeOfError } from '../../removals/run';
import { entityKeys, isRefusal, isSamePerson, sentEmail } from '../../removals/run-state';
import { recordChange } from '../action';
import { logFailure } from '../failure';
import type { SignedInHandler } from '../handler';
import { entitiesOf } from '../removals/owner';
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
      const company = dependencies.removals.companyCalls.join(entityKeys(entitiesOf(target.details)));
      const id = request.form[product.itemField] ?? '';
      try {
        return await removeRow({ product, list, id, request, target, dependencies }, company);
      } catch (error) {
        if (error instanceof Changed) return error.toast;
        throw error;
      } finally {
        company.leave();
      }
    },
  });
}

/** The removal of the row with this ID, as its dialog was confirmed. */
interface RowRemoval<Stats, Row> {
  readonly product: Product<Stats>;
  readonly list: RemovableList<Stats, Row>;
  readonly id: string;
  readonly request: SignedInRequest;
  readonly target: ActionTarget;
  readonly dependencies: Dependencies;
}

/** The place of a row that was found as its dialog said. */
interface RowPlace {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The URL fragment of the row that takes its place. */
  readonly after: string;
}

/** Thrown for a row that is not as its dialog said. */
class Changed extends Error {
  constructor(readonly toast: ToastReply) {
    super('Changed');
  }
}

/** Compares the row with the list, makes the call or shares that of another tab (T59), and settles the outcome by the list. */
async function removeRow<Stats, Row>(
  removal: RowRemoval<Stats, Row>,
  company: CompanyMember,
): Promise<ToastReply> {
  const { list, id, request, target, dependencies } = removal;
  const { kind, remove } = list.removable;
  const { now, config } = dependencies;
  let place: RowPlace | undefined = await findRow(removal);
  const call = async () => {
    // It may have waited long for the calls of others.
    if (!place || now() - place.at > LISTS_MAX_AGE_MS) {
      place = undefined;
      place = await findRow(removal);
    }
    await remove(target.entityId, id, request.administrator.context, dependencies);
  };
  const deadline = AbortSignal.timeout(config.upstreamTimeout);
  const [key = ''] = entityKeys({ [kind]: target.entityId });
  const error: unknown = await company
    .removeOnce(key, id, () => company.call(call, deadline))
    .then(
      () => undefined,
      reason => reason ?? new Error('Unknown'),
    );
  if (error instanceof SessionEnded || !place) throw error;
  return settle(removal, place, error);
}

/**
 * Finds the row in a fresh list, as its dialog has shown it (T54). Whatever fails from then on, the redirect leads to it.
 * @throws {Changed} Thrown when it is not listed, or belongs to another person.
 */
async function findRow<Stats, Row>(removal: RowRemoval<Stats, Row>): Promise<RowPlace> {
  const { list, id, request, target, dependencies } = removal;
  const { email, outcomes } = list.removable;
  target.leadTo(`${target.back}#${list.id}`);
  const { rows, row } = await fetchRow(removal);
  if (!row) {
    const error = new BackendError(textOf(outcomes.failed), 'not listed');
    logFailure(request.log, error, error.message);
    throw new Changed([outcomes.notListed]);
  }
  const { before, after } = await findAnchors(list, rows, { query: request.query, removedId: id });
  target.leadTo(`${target.back}#${before}`);
  if (!isOfPerson(row[email], request)) {
    // A search for the previous person does not find the row anymore.
    if (before === list.id) target.leadTo(searchFor(removal));
    throw new Changed(reassignedTo(row[email], list));
  }
  return { at: dependencies.now(), after };
}

/** The outcome of a call, or the error of a failed one. A fresh list decides if it can be fetched. */
async function settle<Stats, Row>(
  removal: RowRemoval<Stats, Row>,
  { after }: RowPlace,
  error: unknown,
): Promise<ToastReply> {
  const { list, request, target } = removal;
  const { email: emailColumn, outcomes } = list.removable;
  const logUnexpected = (reason: unknown) => logFailure(request.log, reason, outcomes.unexpected.message);
  // The call is made: only its confirmation may be missing.
  const fetched = await fetchRow(removal).catch(logUnexpected);
  const email = fetched?.row?.[emailColumn];
  const isListed = email !== undefined && isOfPerson(email, request);
  if (error !== undefined) {
    if (!fetched || isListed) throw error;
    logUnexpected(error);
    if (email !== undefined) return reassignedTo(email, list);
    const outcome = outcomeOfError(error);
    if (outcome.type === 'failed' && isRefusal(outcome.failure)) return [outcomes.notListed];
    // The answer was lost, or another administrator was faster.
  }
  if (isListed) return [outcomes.stillListed];
  target.leadTo(`${target.back}#${after}`);
  return [outcomes.done];
}

/** The row in a fresh list; undefined if it is not there. */
async function fetchRow<Stats, Row>({
  product,
  list,
  id,
  request,
  target,
  dependencies,
}: RowRemoval<Stats, Row>) {
  // A fetch that has started before must not be shared.
  recordChange(request, dependencies);
  const { administrator, session } = request;
  const fresh = { ...administrator.context, changedAt: session.changedAt, bypassCache: true };
  const rows = list.rows(await product.backend(dependencies).stats(target.entityId, fresh));
  const row = rows?.find(list.removable.id, id);
  // An item that is not in a part of the list may be in the rest.
  if (!rows || (!row && rows.extent !== 'whole')) throw new BackendError(list.unreadable, 'content');
  return { rows, row };
}

/** Whether this is the address that the dialog has sent. */
function isOfPerson(email: string, { form }: SignedInRequest): boolean {
  return isSamePerson(sentEmail(email), form.email ?? '');
}

function reassignedTo<Stats, Row>(
  email: string,
  { removable }: Pick<RemovableList<Stats, Row>, 'removable'>,
): ToastReply {
  return [removable.outcomes.reassigned, email.slice(0, SHOWN_EMAIL_LENGTH)];
}

/** The URL of a search for the row. */
function searchFor<Stats, Row>({ product, list, id, request }: RowRemoval<Stats, Row>): string {
  const { path, defaults, address, readState } = product;
  const { kind } = list.removable;
  const { [kind]: selected = [] } = readState(request.query);
  const search = list.search && { [list.search.parameter]: id };
  return `${address(path, { ...defaults, ...search, [kind]: selected })}#${list.id}`;
}
