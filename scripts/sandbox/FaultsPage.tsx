import { portalCalls, type ReceivedCall } from './backend-calls';
import { offeredFaults } from './faults';
import { SandboxPage, TwoColumns } from './SandboxPage';

interface FaultsPageProps {
  /** The active faults, as sentences. */
  readonly faults: readonly string[];
  /** The calls to the backends, newest first. */
  readonly calls: readonly ReceivedCall[];
  /** The accounts that a fault can be limited to. */
  readonly emails: readonly string[];
}

const Option = ({ value, title }: { value: string; title: string }) => <option value={value}>{title}</option>;

/** Makes the backends fail, to show how the portal handles it. */
export const FaultsPage = ({ faults, calls, emails }: FaultsPageProps) => (
  <SandboxPage title="Sandbox faults" faults={faults}>
    <h1>Make a backend fail</h1>
    <p className="muted">
      Choose what goes wrong, then use the portal. A fault stays on until you switch it off or stop the
      sandbox.
    </p>
    <form className="panel panel-body stack" method="post">
      <label htmlFor="call">When the portal calls</label>
      <select id="call" name="call">
        {Object.entries(portalCalls).map(([call, [title]]) => (
          <Option key={call} value={call} title={title} />
        ))}
      </select>
      <label htmlFor="fault">the backend</label>
      <select id="fault" name="fault">
        {Object.entries(offeredFaults).map(([group, offered]) => (
          <optgroup key={group} label={group}>
            {Object.entries(offered).map(([name, [title]]) => (
              <Option key={name} value={name} title={title} />
            ))}
          </optgroup>
        ))}
      </select>
      <label htmlFor="email">for the account</label>
      <select id="email" name="email">
        <Option value="" title="every account" />
        {emails.map(email => (
          <Option key={email} value={email} title={email} />
        ))}
      </select>
      <label htmlFor="times">number of calls</label>
      <input id="times" name="times" type="number" min="1" max="1000" placeholder="all" />
      <button className="button primary" type="submit">
        Switch on
      </button>
    </form>
    <h2>Calls that the backends have received</h2>
    <p className="muted">The newest first. Reload this page to see more.</p>
    {calls.length === 0 ? (
      <p className="panel notice">No call yet.</p>
    ) : (
      <TwoColumns
        headings={['Call', 'Ended']}
        rows={calls.map(({ number, line, end }) => [number, <code key={number}>{line}</code>, end])}
      />
    )}
  </SandboxPage>
);
