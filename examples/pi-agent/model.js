// pi's own scripted model, which needs no network. In earnest: getModel('anthropic', '…').
import {
  fauxAssistantMessage,
  fauxText,
  fauxToolCall,
  registerFauxProvider,
} from '@earendil-works/pi-ai';

/** Reads a public file, then a private one, then answers. */
export function scriptedModel() {
  const provider = registerFauxProvider({ tokenSize: { min: 1, max: 1 } });
  provider.setResponses([
    fauxAssistantMessage(
      [fauxText('First the notes.'), fauxToolCall('read', { path: 'notes.md' }, { id: 'call-1' })],
      { stopReason: 'toolUse' },
    ),
    fauxAssistantMessage(fauxToolCall('read', { path: 'private/plan.md' }, { id: 'call-2' }), {
      stopReason: 'toolUse',
    }),
    fauxAssistantMessage('The plan is to ship on Friday.'),
  ]);
  return provider.getModel();
}
