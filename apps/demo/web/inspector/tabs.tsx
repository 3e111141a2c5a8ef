import type { ComponentChildren, VNode } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

/** One of several things to show in the same place. */
export interface Tab {
  name: string;
  title: string;
  /** Rendered while the tab is chosen. */
  content: () => ComponentChildren;
}

interface TabsProps {
  /** What the tabs are for, as a screen reader says it. */
  label: string;
  tabs: readonly [Tab, ...Tab[]];
}

/** Tabs: one stop for the Tab key, arrows within. */
export function Tabs({ label, tabs }: TabsProps): VNode {
  const [chosen, setChosen] = useState(tabs[0].name);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const current = tabs.find(({ name }) => name === chosen) ?? tabs[0];

  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-controls={`${id}-panel`}
            aria-selected={name === current.name}
            tabIndex={name === current.name ? 0 : -1}
            onClick={() => setChosen(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        class="tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current.name}`}
        tabIndex={0}
        key={current.name}
      >
        {current.content()}
      </div>
    </>
  );

  function onKeyDown(event: KeyboardEvent): void {
    const next = positionAfter(event.key, tabs.indexOf(current), tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab || next === undefined) return;
    event.preventDefault();
    setChosen(tab.name);
    list.current?.querySelectorAll('button')[next]?.focus();
  }
}

function positionAfter(key: string, position: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (position + 1) % count;
    case 'ArrowLeft':
      return (position + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
