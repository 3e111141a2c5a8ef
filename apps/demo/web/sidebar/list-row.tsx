import type { ComponentChildren, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { MoreIcon } from '../shared/icons.js';
import { Confirmation } from './confirmation.js';
import { RenameField } from './rename-field.js';

/** Something that can be done with what a row stands for. */
export interface RowAction {
  label: string;
  run: () => Promise<unknown>;
}

interface ListRowProps {
  /** What the row stands for, as the labels of its controls say it. */
  name: string;
  /** Renames it. */
  onRename: (name: string) => Promise<unknown>;
  actions?: readonly RowAction[];
  /** Removes it, once somebody has said yes. */
  removal: RowAction & { question: string };
  /** The row itself. */
  children: ComponentChildren;
}

type Mode = 'closed' | 'open' | 'renaming' | 'removing';

/** A row of the lists, with what can be done with it below it when somebody asks for that. */
export function ListRow(props: ListRowProps): VNode {
  const { name, onRename, actions = [], removal, children } = props;
  const [mode, setMode] = useState<Mode>('closed');
  const [problem, setProblem] = useState<string>();
  const more = useRef<HTMLButtonElement>(null);

  async function attempt(run: () => Promise<unknown>): Promise<void> {
    setProblem(undefined);
    const button = more.current;
    const section = button?.closest('section');
    try {
      await run();
      setMode('closed');
      // What was done may take the row away, and the focus with it.
      const refuge = section?.isConnected ? section.querySelector('a') : undefined;
      if (document.activeElement === document.body) refuge?.focus();
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  function leave(): void {
    setMode('closed');
    setProblem(undefined);
    more.current?.focus();
  }

  return (
    <div
      class="row"
      data-mode={mode}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || mode === 'closed') return;
        // Where the lists lie over the page, Escape would close them, too.
        event.stopPropagation();
        leave();
      }}
    >
      <div class="row-line">
        {mode === 'renaming' ? (
          <RenameField
            name={name}
            onDone={(changed) => {
              more.current?.focus();
              void attempt(async () => changed !== name && onRename(changed));
            }}
            onLeave={leave}
          />
        ) : (
          children
        )}
        <button
          ref={more}
          class="more"
          type="button"
          aria-label={`Actions for ${name}`}
          aria-expanded={mode !== 'closed'}
          onClick={() => setMode(mode === 'closed' ? 'open' : 'closed')}
        >
          <MoreIcon />
        </button>
      </div>
      {mode === 'open' && (
        <div class="row-actions" role="group" aria-label={`Actions for ${name}`}>
          <button type="button" onClick={() => setMode('renaming')}>
            Rename
          </button>
          {actions.map(({ label, run }) => (
            <button key={label} type="button" onClick={() => void attempt(run)}>
              {label}
            </button>
          ))}
          <button type="button" onClick={() => setMode('removing')}>
            {removal.label}…
          </button>
        </div>
      )}
      {mode === 'removing' && (
        <Confirmation
          question={removal.question}
          label={removal.label}
          onConfirm={() => void attempt(removal.run)}
          onLeave={leave}
        />
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
