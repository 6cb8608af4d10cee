import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Exchange, NetworkFault } from './network-faults';
import type { Call } from './seed';

/** More arrivals than this are not remembered. */
const ARRIVALS_KEPT = 1000;

/** The backend calls (P167 to P177), without the /api or /ecard-api in front. */
const lines: readonly (readonly [Call, RegExp])[] = [
  ['magicLink', /^POST \/portalusers\/magiclink$/],
  ['portalUsers', /^GET \/portalusers$/],
  ['scannerStats', /^GET \/portal\/scanneraccount\/[^/]+\/stats$/],
  ['scannerTopUp', /^POST \/portal\/scanneraccount\/[^/]+\/topup$/],
  ['scannerRevoke', /^DELETE \/licencing\/portal\/scanneraccount\/[^/]+\/licences\/[^/]+$/],
  ['ecardStats', /^GET \/portal\/companies\/[^/]+\/stats$/],
  ['ecardTopUp', /^POST \/portal\/companies\/[^/]+\/topup$/],
  ['ecardClear', /^DELETE \/portal\/nfcprofiles\/[^/]+\/clear$/],
  ['ecardExport', /^POST \/portal\/companies\/[^/]+\/export$/],
];

/** A call that has come from the portal, faulty or not. */
export interface Arrival {
  /** The first one is 1; no two have the same. */
  readonly number: number;
  /** For instance 'GET /portal/scanneraccount/acme/stats', without /api or /ecard-api. */
  readonly line: string;
  /** Undefined for a request that is no backend call. */
  readonly call: Call | undefined;
  readonly end: 'open' | 'answered' | 'broken off' | 'closed by the portal';
  /** How many bytes of an answer were sent, its head included; known at the end. */
  readonly bytesSent: number;
}

/** Switches faults of calls on and off, and remembers what has arrived. */
export interface FaultSwitch {
  /** The newest last. */
  readonly arrivals: readonly Arrival[];
  /** What is on, by call. */
  readonly faults: ReadonlyMap<Call, NetworkFault>;
  /** Makes a call faulty from now on, or only the first `times` that come. */
  readonly on: (call: Call, fault: NetworkFault, times?: number) => void;
  readonly off: (call: Call) => void;
  readonly allOff: () => void;
  /** How often a call has arrived. */
  readonly attempts: (call: Call) => number;
  readonly forgetArrivals: () => void;
  /** A backend with the faults in front of it. */
  readonly before: (backend: RequestListener) => RequestListener;
}

/** A switch on which nothing is on. */
export function createFaultSwitch(): FaultSwitch {
  const arrivals: Arrival[] = [];
  let arrived = 0;
  const faults = new Map<Call, NetworkFault>();
  const left = new Map<Call, number>();
  const used = new WeakSet<Socket>();

  function off(call: Call): void {
    faults.delete(call);
    left.delete(call);
  }

  /** The fault that meets this call, which uses it up. */
  function faultOf(call: Call | undefined): NetworkFault | undefined {
    const fault = call && faults.get(call);
    const remaining = call && left.get(call);
    if (call === undefined || remaining === undefined) return fault;
    if (remaining > 1) left.set(call, remaining - 1);
    else off(call);
    return fault;
  }

  return {
    arrivals,
    faults,
    on(call, fault, times) {
      off(call);
      faults.set(call, fault);
      if (times !== undefined) left.set(call, times);
    },
    off,
    allOff() {
      faults.clear();
      left.clear();
    },
    attempts: call => arrivals.filter(arrival => arrival.call === call).length,
    forgetArrivals() {
      arrivals.length = 0;
    },
    before: backend => (request, response) => {
      const { socket } = request;
      const line = `${request.method} ${request.url?.replace(/^\/(api|ecard-api)(?=\/)/, '').split('?')[0]}`;
      const call = callOf(line);
      const arrival: { -readonly [Key in keyof Arrival]: Arrival[Key] } = {
        number: ++arrived,
        line,
        call,
        end: 'open',
        bytesSent: 0,
      };
      arrivals.push(arrival);
      if (arrivals.length > ARRIVALS_KEPT) arrivals.shift();

      const sentBefore = socket.bytesWritten;
      response.once('close', () => {
        arrival.bytesSent = socket.bytesWritten - sentBefore;
        if (arrival.end === 'open')
          arrival.end = response.writableFinished ? 'answered' : 'closed by the portal';
      });
      const exchange: Exchange = {
        request,
        response,
        reused: used.has(socket),
        pass: () => backend(request, response),
        breakOff() {
          arrival.end = 'broken off';
          socket.resetAndDestroy();
        },
      };
      used.add(socket);
      const fault = faultOf(call);
      if (fault) fault(exchange);
      else exchange.pass();
    },
  };
}

function callOf(line: string): Call | undefined {
  return lines.find(([, pattern]) => pattern.test(line))?.[0];
}
