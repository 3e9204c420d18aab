import type { LayoutName } from '@rise/ui';
import { useMatches } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/** An address and its frame. Portal and demo add their titles and guards. */
export interface ScreenEntry {
  /** `$name` takes one segment, `{-$name}` one that may be missing, `$` alone any path that no other entry has. */
  readonly path: string;
  /** `shell`: the layout that person, address or configuration choose; a layout's name: always that one. */
  readonly layout: 'shell' | LayoutName;
  /** The screen, loaded when first shown. */
  readonly screen?: () => Promise<{ default: ComponentType }>;
  /** A list with an optional open record: navigating between them keeps focus and scroll position. */
  readonly list?: true;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    entry?: ScreenEntry;
  }
}

/** The entry of the address that is shown. */
export function useScreenEntry(): ScreenEntry | undefined {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.entry });
}
