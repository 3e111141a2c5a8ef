/** A record's line, with its line feed. `pad`: so many characters more. */
export function recordText(seq: number, pad = 0): string {
  const envelope = {
    ...{ v: 1, seq, eventId: `event-${seq}`, time: '2026-01-01T00:00:00.000Z', mono: seq },
    ...{ name: 'tool.called', sessionId: 'session', data: { pad: 'x'.repeat(pad) } },
  };
  return `${JSON.stringify(envelope)}\n`;
}
