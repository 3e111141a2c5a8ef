// What all servers deliver: an event of the same form and, within a byte or two, the same size.

/** The data of one event of about `size` bytes on the wire. */
export function dataOf(session, seq, size) {
  const head = { type: 'loop.event', sessionId: session, streamId: STREAM, seq };
  return { ...head, event: eventOf(size), runId: null };
}

/** For those who publish an event, and let the stream put the rest around it. */
export function eventOf(size) {
  return { type: 'bench', at: performance.timeOrigin + performance.now(), text: textFor(size) };
}

/** A cursor of ours. */
export function idOf({ streamId, seq }) {
  return `${streamId}:${seq}`;
}

export function encodedFrame(session, seq, size) {
  const data = dataOf(session, seq, size);
  return Buffer.from(`id: ${idOf(data)}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** As long as a UUID is. */
const STREAM = 'bench-stream-of-thirty-six-characters';
const AROUND = 240;
const texts = new Map();

function textFor(size) {
  if (!texts.has(size)) texts.set(size, 'x'.repeat(Math.max(size - AROUND, 0)));
  return texts.get(size);
}
