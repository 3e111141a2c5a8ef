/**
 * What was said, message by message, as a page would show it.
 *
 * @param {Pick<import('@loop/events').Snapshot, 'messages'>} view
 */
export function transcript({ messages }) {
  return messages.map(({ message }) => {
    if (!('content' in message)) return '';
    const { content } = message;
    if (typeof content === 'string') return content;
    return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  });
}
