import type { ComponentChildren, VNode } from 'preact';

/** Decorative drawings: what they stand for is always said in words beside or on the control. */
function Icon({ children }: { children: ComponentChildren }): VNode {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export const MenuIcon = (): VNode => (
  <Icon>
    <path d="M3 5.5h14M3 10h14M3 14.5h14" />
  </Icon>
);
export const PlusIcon = (): VNode => (
  <Icon>
    <path d="M10 4v12M4 10h12" />
  </Icon>
);
export const SendIcon = (): VNode => (
  <Icon>
    <path d="M10 16V4.5M5 9l5-5 5 5" />
  </Icon>
);
export const StopIcon = (): VNode => (
  <Icon>
    <rect x="5.5" y="5.5" width="9" height="9" rx="1.5" fill="currentColor" stroke="none" />
  </Icon>
);
export const DownIcon = (): VNode => (
  <Icon>
    <path d="M10 4v11.5M5 11l5 5 5-5" />
  </Icon>
);
export const ChevronIcon = (): VNode => (
  <Icon>
    <path d="m7.5 5 5 5-5 5" />
  </Icon>
);
export const CheckIcon = (): VNode => (
  <Icon>
    <path d="m4.5 10.5 3.5 3.5 7.5-8" />
  </Icon>
);
export const CrossIcon = (): VNode => (
  <Icon>
    <path d="m5.5 5.5 9 9m0-9-9 9" />
  </Icon>
);
export const FolderIcon = (): VNode => (
  <Icon>
    <path d="M2.5 15.5v-11h5l2 2h8v9z" />
  </Icon>
);
export const DotIcon = (): VNode => (
  <Icon>
    <circle cx="10" cy="10" r="3" fill="currentColor" stroke="none" />
  </Icon>
);
export const MoreIcon = (): VNode => (
  <Icon>
    <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" stroke-width="2.6" />
  </Icon>
);
export const InspectIcon = (): VNode => (
  <Icon>
    <path d="M3 4h14v12H3zM12 4v12" />
  </Icon>
);
export const DeniedIcon = (): VNode => (
  <Icon>
    <circle cx="10" cy="10" r="6" />
    <path d="m5.8 5.8 8.4 8.4" />
  </Icon>
);
