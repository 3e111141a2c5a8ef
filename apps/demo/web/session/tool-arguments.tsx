import type { VNode } from 'preact';
import { BoundedText } from '../code/bounded-text.js';
import { ChevronIcon } from '../shared/icons.js';
import type { ToolWork } from './tool-work.js';

/** A call's head; the arguments that it does not say are below it when somebody asks for them. */
export function ToolArguments({
  head,
  details,
}: {
  head: VNode;
  details: ToolWork['details'];
}): VNode {
  if (details.length === 0) return <div class="tool-head">{head}</div>;
  return (
    <details class="tool-details">
      <summary class="tool-head">
        {head}
        <ChevronIcon />
      </summary>
      <dl class="tool-arguments">
        {details.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>
                <BoundedText text={value} />
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
