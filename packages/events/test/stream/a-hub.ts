import type { ConnectOptions, StreamOptions } from '@loop/events';
import { StreamHub } from '../../src/stream/hub.js';
import { byHand, eager, FakeSink, type Network } from './fake-sink.js';

/** A stream of texts: what the stream room carries is all the same to it. */
export interface TextFrame {
  type: 'opening' | 'text';
  streamId: string;
  seq: number;
  text: string;
}

/** A hub of texts, and short ways to what tests do with it over and over. */
export class TextHub extends StreamHub<TextFrame> {
  /** What an opening frame says. */
  opening: () => string = () => '';

  constructor(options: StreamOptions = {}) {
    super(
      { streamId: 's', ...options },
      { opening: (position) => ({ type: 'opening', ...position, text: this.opening() }) },
    );
  }

  /** Publishes texts of the given length, each in order. */
  say(text = '', count = 1): void {
    for (let left = count; left > 0; left--) {
      this.inOrder(() => this.publish((position) => ({ type: 'text', ...position, text })));
    }
  }

  /** Opens a reader over a scripted network. */
  read(network: Network = eager, options: ConnectOptions = {}): FakeSink {
    const sink = new FakeSink(network);
    sink.connection = this.connect(sink, options);
    // Within `connect` nobody can report a drain yet.
    if (network !== byHand) sink.take();
    return sink;
  }
}
