import type { FaultSwitch } from './fault-switch';
import * as faults from './network-faults';
import type { Call } from './seed';

/** A fault that a person can switch on. */
export interface OfferedFault {
  /** Its name in forms. */
  readonly name: string;
  readonly title: string;
  readonly fault: faults.NetworkFault;
}

/** What a person can switch on, in groups. */
export const offeredFaults: readonly (readonly [group: string, faults: readonly OfferedFault[]])[] = [
  [
    'The connection',
    [
      { name: 'late', title: 'answers after 3 seconds', fault: faults.latency(3000) },
      { name: 'reset', title: 'breaks the connection', fault: faults.reset },
      { name: 'stale', title: 'breaks connections that were idle', fault: faults.staleConnection },
      { name: 'lost', title: 'does it, and loses the answer', fault: faults.lostAnswer },
      { name: 'hang', title: 'never answers', fault: faults.hang },
      { name: 'trickle', title: 'answers a byte now and then', fault: faults.trickle },
      { name: 'head', title: 'sends the head a byte now and then', fault: faults.trickleInTheHead },
      { name: 'stall', title: 'stops in the middle', fault: faults.stall },
      { name: 'truncated', title: 'sends half an answer', fault: faults.truncated },
      { name: 'endless', title: 'sends without end', fault: faults.endless },
      { name: 'redirect', title: 'leads to another host', fault: faults.redirect('http://other.invalid/') },
    ],
  ],
  [
    'The status',
    [
      ...[400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504].map(code => ({
        name: String(code),
        title: `answers ${code}`,
        fault: faults.status(code),
      })),
      {
        name: '503-later',
        title: 'answers 503, to be tried again in two minutes',
        fault: faults.status(503, { 'retry-after': '120' }),
      },
    ],
  ],
  [
    'The content',
    [
      { name: 'html', title: 'answers with a page', fault: faults.html },
      { name: 'empty', title: 'answers with nothing', fault: faults.empty },
      { name: 'broken', title: 'answers with broken JSON', fault: faults.brokenJson },
      { name: 'gzip', title: 'claims that the answer is packed', fault: faults.falseGzip },
      { name: 'null', title: 'answers null', fault: faults.json(null) },
      { name: 'list', title: 'answers with a list', fault: faults.json([]) },
      { name: 'text', title: 'answers with a text', fault: faults.json('text') },
      { name: 'no-rows', title: 'leaves the list out', fault: faults.noUserStats },
      { name: 'counts', title: 'has counts that are none', fault: faults.oddCounts },
      { name: 'twins', title: 'has an id twice', fault: faults.duplicateIds },
      { name: 'huge', title: 'has a name of a million letters', fault: faults.hugeName },
      { name: 'bad-rows', title: 'has rows that are none', fault: faults.badRows },
    ],
  ],
];

/** The backend calls (P167 to P177), in words. */
export const offeredCalls: readonly (readonly [Call, string])[] = [
  ['scannerStats', 'Lead Capture: statistics'],
  ['scannerTopUp', 'Lead Capture: request licenses'],
  ['scannerRevoke', 'Lead Capture: revoke a license'],
  ['ecardStats', 'Cards: statistics'],
  ['ecardTopUp', 'Cards: request licenses'],
  ['ecardClear', 'Cards: deactivate a card'],
  ['ecardExport', 'Cards: export the profile data'],
  ['portalUsers', 'User details'],
  ['magicLink', 'Send the sign-in link'],
];

/** The faults that are on, in words. */
export function faultsInWords({ faults: on }: FaultSwitch): string[] {
  const offered = offeredFaults.flatMap(([, group]) => group);
  return offeredCalls.flatMap(([call, title]) => {
    const fault = on.get(call);
    return fault ? [`${title}: ${offered.find(known => known.fault === fault)?.title ?? 'fails'}`] : [];
  });
}
