import type { SessionView } from '@loop/events';
import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { DownIcon } from '../shared/icons.js';
import { memo } from '../shared/memo.js';
import { StrayApprovals } from './approvals/call-approval.js';
import { Contained } from './contained.js';
import { EarlierRounds } from './earlier-rounds.js';
import { createLeafMaker, type Leaf } from './leaves.js';
import { MessageRow, Strays } from './message.js';
import { createRowMaker } from './rows.js';
import type { EarlierState } from './use-earlier.js';
import { useScroll } from './use-scroll.js';

interface ConversationProps {
  view: SessionView;
  earlier: EarlierState;
  /** Whether the reader is at the end. */
  onFollowing: (isFollowing: boolean) => void;
}

/** The messages of a session, as far as they are loaded. */
export function Conversation({ view, earlier, onFollowing }: ConversationProps): VNode {
  const makeRows = useMemo(createRowMaker, []);
  const makeLeaves = useMemo(createLeafMaker, []);
  const { rows, strays } = useMemo(() => makeRows(view), [view]);
  const hasEarlier = view.firstMessageIndex > 0;
  const scroll = useScroll(view.firstMessageIndex, () => {
    // After a failure only the button asks again: scrolling must not hammer at the server.
    if (hasEarlier && !earlier.failure) earlier.load();
  });
  useEffect(() => onFollowing(scroll.isFollowing), [scroll.isFollowing]);

  return (
    <div class="conversation">
      <div
        class="scroller"
        ref={scroll.box}
        onScroll={scroll.onScroll}
        tabIndex={0}
        role="region"
        aria-label="Conversation"
        // A stream is open before its first frame is here: what is empty until then is not an answer.
        aria-busy={view.streamId === null}
      >
        <div class="column" ref={scroll.content}>
          {hasEarlier && <EarlierRounds rounds={view.firstRoundIndex} earlier={earlier} />}
          {view.streamId !== null && view.messageCount === 0 && (
            <p class="empty">Nothing has been said yet.</p>
          )}
          <div class="messages">
            {makeLeaves(rows).map((leaf) => (
              <LeafRows key={leaf.key} leaf={leaf} />
            ))}
            <Strays calls={strays} />
            <StrayApprovals tools={view.tools} />
          </div>
        </div>
      </div>
      {!scroll.isFollowing && (
        <button class="to-end" type="button" onClick={scroll.follow}>
          <DownIcon />
          To the end
        </button>
      )}
    </div>
  );
}

const LeafRows = memo(({ leaf }: { leaf: Leaf }): VNode => (
  <div class="leaf">
    {leaf.rows.map((row) => (
      <Contained key={row.entry.messageIndex}>
        <MessageRow row={row} />
      </Contained>
    ))}
  </div>
));
