import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { type Call, callOf, type ReceivedCall } from './backend-calls';
import type { Exchange, Fault } from './faults';

const RECORDED_CALLS_LIMIT = 1000;

/** An active fault. */
interface ActiveFault {
  readonly call: Call;
  readonly fault: Fault;
  /** The account whose calls fail; undefined for all. */
  readonly email: string | undefined;
}

/** Makes backend calls fail, and records every call that arrives. */
export interface FaultInjector {
  /** All recorded calls, newest last. */
  readonly calls: ReceivedCall[];
  /** Returns the active faults, without those of the accounts that always fail. */
  readonly active: () => readonly ActiveFault[];
  /** Makes calls fail from now on, or only the first `times`; for all accounts, or for one. */
  readonly on: (
    call: Call | readonly Call[],
    fault: Fault,
    limits?: { readonly times?: number | undefined; readonly email?: string | undefined },
  ) => void;
  /** Ends all faults except those of the accounts that always fail. */
  readonly off: () => void;
  /** How often a call has arrived. */
  readonly attempts: (call: Call) => number;
  /**
   * Wraps a backend, so that faults apply to its calls. `emailOf` returns the account that a call is for; it is called
   * only while a fault is active for one account.
   */
  readonly wrap: (backend: RequestListener, emailOf?: EmailOf) => RequestListener;
}

type EmailOf = (request: IncomingMessage) => Promise<string | undefined>;

interface StoredFault extends ActiveFault {
  callsLeft: number;
}

/** Returns an injector whose only active faults are those of the accounts that always fail, by their email. */
export function createFaultInjector(
  alwaysFailing: Readonly<Record<string, Partial<Record<Call, Fault>>>> = {},
): FaultInjector {
  const permanent: readonly StoredFault[] = Object.entries(alwaysFailing).flatMap(([email, faults]) =>
    Object.entries(faults).map(([call, fault]) => ({
      call: call as Call,
      fault,
      email,
      callsLeft: Infinity,
    })),
  );
  let switched: readonly StoredFault[] = [];
  const calls: ReceivedCall[] = [];
  const usedSockets = new WeakSet<Socket>();
  let received = 0;

  /** Returns the fault for this call, and counts the call toward its `times`. */
  function take(call: Call, email: string | undefined): Fault | undefined {
    const found = [...permanent, ...switched].findLast(
      active => active.call === call && (active.email === undefined || active.email === email),
    );
    if (found && --found.callsLeft === 0) switched = switched.filter(active => active !== found);
    return found?.fault;
  }

  return {
    calls,
    active: () => switched,
    on(call, fault, { times = Infinity, email } = {}) {
      const added = [call].flat().map(name => ({ call: name, fault, email, callsLeft: times }));
      const isReplaced = (active: StoredFault) =>
        added.some(({ call }) => call === active.call) && active.email === email;
      switched = [...switched.filter(active => !isReplaced(active)), ...added];
    },
    off() {
      switched = [];
    },
    attempts: call => calls.filter(received => received.call === call).length,
    wrap:
      (backend, emailOf = async () => undefined) =>
      (request, response) => {
        const { socket, headers } = request;
        const line = `${request.method} ${request.url?.replace(/^\/(api|ecard-api)(?=\/)/, '')}`;
        const call = callOf(line.split('?')[0] ?? '');
        const entry: { -readonly [Key in keyof ReceivedCall]: ReceivedCall[Key] } = {
          number: ++received,
          line,
          call,
          authorization: headers.authorization,
          contentType: headers['content-type'],
          traceparent: headers.traceparent,
          end: 'open',
          bytesSent: 0,
        };
        calls.push(entry);
        if (calls.length > RECORDED_CALLS_LIMIT) calls.shift();

        const sentBefore = socket.bytesWritten;
        response.once('close', () => {
          entry.bytesSent = socket.bytesWritten - sentBefore;
          if (entry.end === 'open')
            entry.end = response.writableFinished ? 'answered' : 'closed by the portal';
        });
        const exchange: Exchange = {
          request,
          response,
          reused: usedSockets.has(socket),
          pass: () => backend(request, response),
          resetConnection() {
            entry.end = 'reset';
            socket.resetAndDestroy();
          },
        };
        usedSockets.add(socket);

        const applyFault = (email: string | undefined) => {
          const fault = call && take(call, email);
          if (fault) fault(exchange);
          else exchange.pass();
        };
        const isForAccount = [...switched, ...permanent].some(
          active => active.call === call && active.email !== undefined,
        );
        if (isForAccount) void emailOf(request).then(applyFault);
        else applyFault(undefined);
      },
  };
}
