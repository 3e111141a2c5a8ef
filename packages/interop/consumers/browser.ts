// What a page writes against the client.
import { connectSession } from '@loop/sse-client';

const store = connectSession('/api/sessions/s/events', { approvals: true });
export const leave: () => void = store.subscribe(() => {
  const { view, connection, error } = store.getSnapshot();
  document.title = `${view.messageCount} ${connection.status} ${error?.code ?? ''}`;
});

// @ts-expect-error there is no such option
connectSession('/api/sessions/s/events', { approval: true });
