import type { ComponentChildren, VNode } from 'preact';
import { MenuIcon } from './icons.js';

interface PageHeaderProps {
  title: string;
  /** Shows the lists, where there is no room for them beside the page. */
  onMenu: () => void;
  children?: ComponentChildren;
}

/** What stands above a page. */
export function PageHeader({ title, onMenu, children }: PageHeaderProps): VNode {
  return (
    <header class="page-header">
      <button class="menu-button" type="button" aria-label="Sessions" onClick={onMenu}>
        <MenuIcon />
      </button>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {children}
    </header>
  );
}
