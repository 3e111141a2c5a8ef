import type { VNode } from 'preact';
import { formatBytes, formatTime } from './format.js';
import type { LogEntry } from './traffic-log.js';

/** What came last, the latest first. */
export function TrafficTable({ entries }: { entries: readonly LogEntry[] }): VNode {
  return (
    <section class="traffic">
      <h2>What came last</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">What</th>
            <th scope="col">Seq</th>
            <th scope="col">Size</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, at, what, seq, bytes }) => (
            <tr key={id}>
              <td>{formatTime(at, { withMs: true })}</td>
              <td>{what}</td>
              <td>{seq}</td>
              <td>{bytes !== undefined && formatBytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
