import './inspector.css';
import type { VNode } from 'preact';
import type { SessionSummary } from '../../wire/session.js';
import type { AttendedSession } from '../session/attended-session.js';
import { StateTab } from './state-tab.js';
import { StreamTab } from './stream-tab.js';
import { Tabs } from './tabs.js';
import { TraceTab } from './trace/trace-tab.js';

/** The session that is looked into. */
export interface InspectorProps {
  sessionId: string;
  /** As the lists have it. */
  summary: SessionSummary | undefined;
  store: AttendedSession;
}

/** A look behind the page: what the session is, and how it got here. */
export function Inspector(props: InspectorProps): VNode {
  return (
    <div class="inspector">
      <Tabs
        label="Inspector"
        tabs={[
          { name: 'state', title: 'State', content: () => <StateTab {...props} /> },
          { name: 'stream', title: 'Stream', content: () => <StreamTab {...props} /> },
          { name: 'trace', title: 'Trace', content: () => <TraceTab {...props} /> },
        ]}
      />
    </div>
  );
}
