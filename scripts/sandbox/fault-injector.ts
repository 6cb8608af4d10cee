import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Call, callOf, type ReceivedCall } from './backend-calls';
import type { Fault } from './faults';

const RECORDED_CALLS_LIMIT = 1000;

interface ActiveFault {
  readonly call: Call;
  readonly fault: Fault;
  /** The account whose calls fail; undefined for all. */
  readonly email: string | undefined;
  callsLeft: number;
}

/** Makes backend calls fail, and records every call that arrives. */
export type FaultInjector = ReturnType<typeof createFaultInjector>;

/** Creates an injector. At first, only the faults of accounts that always fail are active, by their email. */
export function createFaultInjector(
  alwaysFailing: Readonly<Record<string, Partial<Record<Call, Fault>>>> = {},
) {
  const permanent: readonly ActiveFault[] = Object.entries(alwaysFailing).flatMap(([email, faults]) =>
    Object.entries(faults).map(([call, fault]) => ({
      call: call as Call,
      fault,
      email,
      callsLeft: Infinity,
    })),
  );
  let switched: readonly ActiveFault[] = [];
  const calls: ReceivedCall[] = [];
  const usedSockets = new WeakSet<Socket>();
  let received = 0;

  function take(call: Call | undefined, email?: string): Fault | undefined {
    const found = [...permanent, ...switched].findLast(
      active => active.call === call && (active.email === undefined || active.email === email),
    );
    if (found && --found.callsLeft === 0) switched = switched.filter(active => active !== found);
    return found?.fault;
  }

  return {
    /** All recorded calls, newest last. */
    calls,
    active: () => switched,
    /** Makes calls fail from now on, or only the first `times`; for all accounts, or for one. */
    on(
      call: Call | readonly Call[],
      fault: Fault,
      { times = Infinity, email }: { times?: number | undefined; email?: string | undefined } = {},
    ): void {
      const added = [call].flat().map(name => ({ call: name, fault, email, callsLeft: times }));
      const isReplaced = (active: ActiveFault) =>
        added.some(({ call }) => call === active.call) && active.email === email;
      switched = [...switched.filter(active => !isReplaced(active)), ...added];
    },
    /** Ends all faults, except for accounts that always fail. */
    off(): void {
      switched = [];
    },
    attempts: (call: Call) => calls.filter(received => received.call === call).length,
    /**
     * Records a call, and lets a fault respond to it, or `pass`. `emailOf` returns the account that the call is for; it is
     * called only while a fault is active for one account.
     */
    receive(
      request: IncomingMessage,
      response: ServerResponse,
      pass: () => void,
      emailOf: () => Promise<string | undefined>,
    ): void {
      const { socket, headers } = request;
      const line = `${request.method} ${request.url}`;
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
        if (entry.end === 'open') entry.end = response.writableFinished ? 'answered' : 'closed by the portal';
      });
      const reused = usedSockets.has(socket);
      usedSockets.add(socket);
      function resetConnection(): void {
        entry.end = 'reset';
        socket.resetAndDestroy();
      }

      function applyFault(email?: string): void {
        const fault = take(call, email);
        if (fault) fault({ request, response, reused, pass, resetConnection });
        else pass();
      }
      const isForAccount = [...switched, ...permanent].some(
        active => active.call === call && active.email !== undefined,
      );
      if (isForAccount) void emailOf().then(applyFault);
      else applyFault();
    },
  };
}
