import { offeredCalls, offeredFaults } from './fault-catalogue';
import type { Arrival } from './fault-switch';
import { SandboxPage } from './SandboxPage';

export interface FaultsPageProps {
  /** The faults that are on, each in words. */
  readonly faults: readonly string[];
  /** What the backends were asked lately, the newest first. */
  readonly arrivals: readonly Arrival[];
}

/** Where a person makes the backends fail, to see what the portal makes of it. */
export const FaultsPage = ({ faults, arrivals }: FaultsPageProps) => (
  <SandboxPage title="Sandbox faults" other={{ href: '/sandbox/inbox', label: 'Inbox' }} faults={faults}>
    <section aria-labelledby="faults">
      <h1 id="faults">Make a backend fail</h1>
      <p className="muted">
        Choose what goes wrong, then use the portal. A fault stays on until it is switched off, or the sandbox
        ends.
      </p>
      <form className="card fault" method="post" action="/sandbox/faults">
        <label htmlFor="call">When the portal calls</label>
        <select id="call" name="call">
          {offeredCalls.map(([call, title]) => (
            <option key={call} value={call}>
              {title}
            </option>
          ))}
        </select>
        <label htmlFor="fault">the backend</label>
        <select id="fault" name="fault">
          {offeredFaults.map(([group, offered]) => (
            <optgroup key={group} label={group}>
              {offered.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <label htmlFor="times">for so many calls</label>
        <input id="times" name="times" type="number" min="1" max="1000" placeholder="all" />
        <button className="primary" type="submit">
          Switch on
        </button>
      </form>
    </section>
    <section aria-labelledby="calls">
      <h2 id="calls">What the portal has called</h2>
      <p className="muted">The newest first. Reload the page after the portal’s.</p>
      {arrivals.length === 0 ? (
        <p className="card empty">No call yet.</p>
      ) : (
        <ArrivalTable arrivals={arrivals} />
      )}
    </section>
  </SandboxPage>
);

const ArrivalTable = ({ arrivals }: { arrivals: readonly Arrival[] }) => (
  <table className="card accounts">
    <thead>
      <tr>
        <th scope="col">Call</th>
        <th scope="col">Ended</th>
      </tr>
    </thead>
    <tbody>
      {arrivals.map(arrival => (
        <tr key={arrival.number}>
          <td>
            <code>{arrival.line}</code>
          </td>
          <td>{arrival.end}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
