import { callTitles, type ReceivedCall } from './backend-calls';
import { offeredFaults } from './faults';
import { SandboxPage } from './SandboxPage';

interface FaultsPageProps {
  /** The active faults, as sentences. */
  readonly faults: readonly string[];
  /** The calls to the backends, newest first. */
  readonly calls: readonly ReceivedCall[];
  /** The accounts that a fault can be limited to. */
  readonly emails: readonly string[];
}

/** Makes the backends fail, to show how the portal handles it. */
export const FaultsPage = ({ faults, calls, emails }: FaultsPageProps) => (
  <SandboxPage title="Sandbox faults" other={{ href: '/sandbox/inbox', label: 'Inbox' }} faults={faults}>
    <section aria-labelledby="faults">
      <h1 id="faults">Make a backend fail</h1>
      <p className="muted">
        Choose what goes wrong, then use the portal. A fault stays on until you switch it off or stop the
        sandbox.
      </p>
      <form className="card fault" method="post" action="/sandbox/faults">
        <label htmlFor="call">When the portal calls</label>
        <select id="call" name="call">
          {Object.entries(callTitles).map(([call, title]) => (
            <option key={call} value={call}>
              {title}
            </option>
          ))}
        </select>
        <label htmlFor="fault">the backend</label>
        <select id="fault" name="fault">
          {Object.entries(offeredFaults).map(([group, offered]) => (
            <optgroup key={group} label={group}>
              {offered.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <label htmlFor="email">for the account</label>
        <select id="email" name="email">
          <option value="">every account</option>
          {emails.map(email => (
            <option key={email} value={email}>
              {email}
            </option>
          ))}
        </select>
        <label htmlFor="times">number of calls</label>
        <input id="times" name="times" type="number" min="1" max="1000" placeholder="all" />
        <button className="button primary" type="submit">
          Switch on
        </button>
      </form>
    </section>
    <section aria-labelledby="calls">
      <h2 id="calls">Calls that the backends have received</h2>
      <p className="muted">The newest first. Reload this page to see more.</p>
      {calls.length === 0 ? <p className="card empty">No call yet.</p> : <CallTable calls={calls} />}
    </section>
  </SandboxPage>
);

const CallTable = ({ calls }: { calls: readonly ReceivedCall[] }) => (
  <table className="card accounts">
    <thead>
      <tr>
        <th scope="col">Call</th>
        <th scope="col">Ended</th>
      </tr>
    </thead>
    <tbody>
      {calls.map(({ number, line, end }) => (
        <tr key={number}>
          <td>
            <code>{line}</code>
          </td>
          <td>{end}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
