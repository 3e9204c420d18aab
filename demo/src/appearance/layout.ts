import { type ChromeLayout, parseLayout, resolveLayout } from '@rise/shell/display';
import { readStored, writeStored } from '@rise/shell/storage';
import type { LayoutName } from '@rise/ui';
import { observable } from '@rise/ui/observable';

const STORAGE_KEY = 'rise.demo.layout';
export const CONFIGURED_LAYOUT: LayoutName = 'classy';

/** The visitor's own layout, stored in this browser. */
export const preferredLayout = observable<LayoutName | null>(parseLayout(readStored(STORAGE_KEY)));

export async function saveLayout(layout: ChromeLayout): Promise<void> {
  preferredLayout.set(layout);
  writeStored(STORAGE_KEY, layout);
}

/** What the first frame will be rendered with, unless its route has a layout of its own. */
export function firstLayout(): LayoutName {
  const search = new URLSearchParams(location.hash.split('?')[1] ?? '');
  return resolveLayout({
    configured: CONFIGURED_LAYOUT,
    preferred: preferredLayout.get(),
    requested: parseLayout(search.get('layout')),
  });
}
