import { containsActive, type NavigationItem } from './navigation-item.ts';

type Items = readonly NavigationItem[];
export type OpenItems = ReadonlySet<string>;

const childrenOf = (item: NavigationItem): Items => item.children ?? [];

function collect(items: Items, matches: (item: NavigationItem) => boolean): string[] {
  return items.flatMap((item) => [...(matches(item) ? [item.id] : []), ...collect(childrenOf(item), matches)]);
}

/** The collapsables with the current page. */
export function opensForPage(items: Items, pathname: string): OpenItems {
  return new Set(collect(items, (item) => item.type === 'collapsable' && containsActive(item, pathname)));
}

function ancestors(items: Items, id: string): string[] | null {
  for (const item of items) {
    if (item.id === id) return [];
    const inside = ancestors(childrenOf(item), id);
    if (inside !== null) return [item.id, ...inside];
  }
  return null;
}

function find(items: Items, id: string): NavigationItem | undefined {
  for (const item of items) {
    const match = item.id === id ? item : find(childrenOf(item), id);
    if (match !== undefined) return match;
  }
  return undefined;
}

export interface ToggleRules {
  items: Items;
  pathname: string;
  /** Whether opening one closes the others. */
  autoCollapse: boolean;
}

/**
 * The open items after a click on `id`. Closing also closes descendants. Opening closes the others if
 * `autoCollapse` is set, except its ancestors and those with the current page.
 */
export function toggled(open: OpenItems, id: string, { items, pathname, autoCollapse }: ToggleRules): OpenItems {
  const item = find(items, id);
  if (item === undefined) return open;
  if (open.has(id)) {
    const closed = new Set([id, ...collect(childrenOf(item), () => true)]);
    return new Set([...open].filter((other) => !closed.has(other)));
  }
  const remaining = autoCollapse ? new Set([...(ancestors(items, id) ?? []), ...opensForPage(items, pathname)]) : null;
  return new Set([...[...open].filter((other) => remaining?.has(other) ?? true), id]);
}

/**
 * The open items after navigation to `pathname`: its ancestors, and without `autoCollapse` the previously open ones.
 */
export function openedAt(open: OpenItems, { items, pathname, autoCollapse }: ToggleRules): OpenItems {
  const needed = opensForPage(items, pathname);
  return autoCollapse ? needed : new Set([...open, ...needed]);
}
