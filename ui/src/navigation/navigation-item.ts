import type { MouseEvent } from 'react';
import type { Icon } from '../panels/toolbar-button.tsx';

export interface NavigationItem {
  id: string;
  /** A line to click; a heading with lines; a line; a gap that pushes what follows to the end; a line that opens lines. */
  type: 'basic' | 'group' | 'divider' | 'spacer' | 'collapsable';
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
  /** The address lies outside the product and opens in a new tab. */
  external?: boolean;
  onClick?: (event: MouseEvent) => void;
  children?: readonly NavigationItem[];
}

const trimmed = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** True where the address is the item's own or lies below it. */
export function isActive(item: NavigationItem, pathname: string): boolean {
  if (item.href === undefined || item.external === true) return false;
  const [own, here] = [trimmed(item.href), trimmed(pathname)];
  return here === own || (item.exact !== true && own !== '/' && here.startsWith(`${own}/`));
}

/** True where the item, or one inside it, is active. */
export function holdsActive(item: NavigationItem, pathname: string): boolean {
  return isActive(item, pathname) || (item.children ?? []).some((child) => holdsActive(child, pathname));
}

/** What there is to draw: nothing hidden, no group or collapsable that would be empty. */
export function visibleItems(items: readonly NavigationItem[]): NavigationItem[] {
  return items
    .filter((item) => item.hidden !== true)
    .map((item) => (item.children === undefined ? item : { ...item, children: visibleItems(item.children) }))
    .filter(({ type, children }) => (type !== 'group' && type !== 'collapsable') || (children ?? []).length > 0);
}
