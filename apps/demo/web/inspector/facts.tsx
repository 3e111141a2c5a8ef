import type { ComponentChildren, VNode } from 'preact';

/** A name and what is to be said under it; nothing is said of `undefined`. */
export type Fact = readonly [name: string, content: ComponentChildren];

/** Facts under a heading. */
export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }): VNode {
  return (
    <section class="facts">
      <h2>{title}</h2>
      <dl>
        {facts.map(
          ([name, content]) =>
            content !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{content}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
