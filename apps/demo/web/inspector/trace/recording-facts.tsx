import type { VNode } from 'preact';
import type { Trace } from '../../../wire/trace.js';
import { visible } from '../../shared/visible.js';
import { Facts, type Fact } from '../facts.js';
import { formatBytes, formatCount } from '../format.js';
import { pathOfExport } from './trace-api.js';

const MODES: Readonly<Record<Trace['mode'], string>> = {
  off: 'nothing is recorded',
  metadata: 'names, times and ids, no content',
  content: 'names, times, ids and content, without credentials',
  stream: 'content, and the pieces of the model’s stream, without credentials',
};

/** What is recorded, how to change that, and how to take it elsewhere. */
export function RecordingFacts({ trace, sessionId }: { trace: Trace; sessionId: string }): VNode {
  const { mode, recording, problems, cut } = trace;
  const facts: Fact[] = [
    ['Mode', `${mode}: ${MODES[mode]}`],
    [
      'To change it',
      <span>
        start the server with <code>LOOP_TRACE=off|metadata|content|stream</code>
      </span>,
    ],
  ];
  if (recording) {
    const { segments, bytes, damaged } = recording;
    facts.push(
      [
        'Files',
        `${formatCount(segments)}, ${formatBytes(bytes)}, ${damaged ? 'damaged: what is whole is shown' : 'whole'}`,
      ],
      ['Not shown', cutWords(cut)],
      ['Notes', problems.length > 0 ? <Problems problems={problems} /> : undefined],
      ['Download', <Downloads sessionId={sessionId} />],
    );
  }
  return <Facts title="The recording" facts={facts} />;
}

function cutWords({ operations, points }: Trace['cut']): string | undefined {
  if (operations + points === 0) return undefined;
  const counts = `${formatCount(operations)} operations and ${formatCount(points)} events`;
  return `${counts} are too many for this page; loop-trace and the downloads have all`;
}

function Problems({ problems }: Pick<Trace, 'problems'>): VNode {
  return (
    <ul>
      {problems.map(({ kind, message, segment, line }, index) => (
        <li key={`${segment} ${line} ${kind} ${index}`}>{visible(message)}</li>
      ))}
    </ul>
  );
}

function Downloads({ sessionId }: { sessionId: string }): VNode {
  return (
    <span class="trace-downloads">
      <a href={pathOfExport(sessionId, 'chrome')} download>
        Chrome trace
      </a>
      , for ui.perfetto.dev;{' '}
      <a href={pathOfExport(sessionId, 'otlp')} download>
        OTLP
      </a>
      , for collectors. Without content.
    </span>
  );
}
