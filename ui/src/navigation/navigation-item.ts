import type { MouseEvent } from 'react';
import type { Icon } from '../toolbar/toolbar-button.tsx';

export interface NavigationItem {
  id: string;
  /**
   * A line to click; a heading with lines; a line; a gap that pushes what follows to the end; a line that opens lines
   * below it; a line that opens them in a second panel.
   */
  type: 'basic' | 'group' | 'divider' | 'spacer' | 'collapsable' | 'aside';
  title?: string;
  subtitle?: string;
  href?: string;
  icon?: Icon;
  badge?: { title: string };
  hidden?: boolean;
  disabled?: boolean;
  tooltip?: string;
  /** Active only at exactly this address; otherwise at every address below it too. */
  exact?: boolean;
  /** Active wherever the person is, or nowhere. */
  active?: boolean;
  /** The address lies outside the product and opens in a new tab. */
  external?: boolean;
  onClick?: (event: MouseEvent) => void;
  children?: readonly NavigationItem[];
}

/** A menu for each way to draw it. */
export interface NavigationMenus {
  default: readonly NavigationItem[];
  compact: readonly NavigationItem[];
  futuristic: readonly NavigationItem[];
  horizontal: readonly NavigationItem[];
}

export type MenuName = keyof NavigationMenus;

/** The menu of that name; one list alone serves for all four. */
export function menuOf(navigation: readonly NavigationItem[] | NavigationMenus, name: MenuName) {
  return 'default' in navigation ? navigation[name] : navigation;
}

const trimmed = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** True where the address is the item's own or lies below it. */
export function isActive(item: NavigationItem, pathname: string): boolean {
  if (item.active !== undefined) return item.active;
  if (item.href === undefined || item.external === true) return false;
  const [own, here] = [trimmed(item.href), trimmed(pathname)];
  return here === own || (item.exact !== true && own !== '/' && here.startsWith(`${own}/`));
}

/** True where the item, or one inside it, is active. */
export function containsActive(item: NavigationItem, pathname: string): boolean {
  return isActive(item, pathname) || (item.children ?? []).some((child) => containsActive(child, pathname));
}

const PARENTS: ReadonlySet<NavigationItem['type']> = new Set(['group', 'collapsable', 'aside']);

/** True for what opens or heads others. */
export const isParent = ({ type }: NavigationItem): boolean => PARENTS.has(type);

/** What there is to draw: nothing hidden, no parent that would be empty. */
export function visibleItems(items: readonly NavigationItem[]): NavigationItem[] {
  return items
    .filter((item) => item.hidden !== true)
    .map((item) => (item.children === undefined ? item : { ...item, children: visibleItems(item.children) }))
    .filter((item) => !isParent(item) || (item.children ?? []).length > 0);
}
