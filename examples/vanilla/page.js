// A page with the browser's own EventSource. It reconnects by itself, with the id of the last frame
// it got, and `applyFrame` does the rest.
// See what holds: node examples/vanilla/main.js
import { applyFrame, initialView } from '@loop/events';

const messages = /** @type {HTMLElement} */ (document.querySelector('#messages'));
const state = /** @type {HTMLElement} */ (document.querySelector('#state'));

let view = initialView;
let source = open();

function open() {
  const opened = new EventSource('/api/sessions/42/events');
  // Frames are messages without a name; heartbeats have one, and are for nobody.
  opened.addEventListener('message', ({ data }) => take(JSON.parse(data)));
  opened.addEventListener('error', show);
  opened.addEventListener('open', show);
  return opened;
}

/** @param {import('@loop/events').SessionFrame} frame */
function take(frame) {
  const { view: next, outcome } = applyFrame(view, frame);
  view = next;
  // A frame is missing, or is another stream's. Without an id the next connection is a snapshot.
  if (outcome === 'gap' || outcome === 'foreign') {
    source.close();
    source = open();
  }
  show();
}

/** For a long conversation: change only the last rows. */
function show() {
  const rows = view.messages.map(({ message }) => {
    const row = document.createElement('p');
    const content = 'content' in message ? message.content : '';
    row.textContent =
      typeof content === 'string'
        ? content
        : content.map((part) => ('text' in part ? part.text : '')).join('');
    return row;
  });
  messages.replaceChildren(...rows);
  const isOpen = source.readyState === EventSource.OPEN;
  state.textContent = isOpen ? view.state.run.status : 'connecting';
}
