import { Component, type ComponentChildren, type VNode } from 'preact';

interface ContainedProps {
  children: ComponentChildren;
}

/** A message that cannot be shown, for whatever reason, says so and takes no other one with it. */
export class Contained extends Component<ContainedProps, { hasFailed: boolean }> {
  static override getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): VNode {
    if (!this.state.hasFailed) return <>{this.props.children}</>;
    return (
      <p class="remark" data-kind="error">
        This message cannot be shown.
      </p>
    );
  }
}
