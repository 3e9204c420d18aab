import type { MouseEvent } from 'react';
import type { Icon } from '../toolbar/icon.ts';

export interface NavigationItem {
  id: string;
  /**
   * A link or action; a heading with items; a divider; a gap that pushes the rest to the end; an item that expands its
   * children below it; an item that opens them in a second panel.
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
  /** Overrides the active state. */
  active?: boolean;
  /** An external address, which opens in a new tab. */
  external?: boolean;
  onClick?: (event: MouseEvent) => void;
  children?: readonly NavigationItem[];
}

/** A menu for each kind of navigation. */
export interface NavigationMenus {
  default: readonly NavigationItem[];
  compact: readonly NavigationItem[];
  futuristic: readonly NavigationItem[];
  horizontal: readonly NavigationItem[];
}

export type MenuName = keyof NavigationMenus;

/** The menu of that kind; a single list applies to all four. */
export function menuOf(navigation: readonly NavigationItem[] | NavigationMenus, name: MenuName) {
  return 'default' in navigation ? navigation[name] : navigation;
}

const trimmed = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** Whether the address is the item's own or below it. */
export function isActive(item: NavigationItem, pathname: string): boolean {
  if (item.active !== undefined) return item.active;
  if (item.href === undefined || item.external === true) return false;
  const [own, here] = [trimmed(item.href), trimmed(pathname)];
  return here === own || (item.exact !== true && own !== '/' && here.startsWith(`${own}/`));
}

/** Whether the item or one of its descendants is active. */
export function containsActive(item: NavigationItem, pathname: string): boolean {
  return isActive(item, pathname) || (item.children ?? []).some((child) => containsActive(child, pathname));
}

const PARENTS: ReadonlySet<NavigationItem['type']> = new Set(['group', 'collapsable', 'aside']);

/** Whether the item has children. */
export const isParent = ({ type }: NavigationItem): boolean => PARENTS.has(type);

/** The visible items, without empty parents. */
export function visibleItems(items: readonly NavigationItem[]): NavigationItem[] {
  return items
    .filter((item) => item.hidden !== true)
    .map((item) => (item.children === undefined ? item : { ...item, children: visibleItems(item.children) }))
    .filter((item) => !isParent(item) || (item.children ?? []).length > 0);
}
