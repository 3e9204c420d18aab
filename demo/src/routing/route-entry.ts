import type { LocalizedText } from '@rise/contract';
import type { LayoutName } from '@rise/ui';
import type { ComponentType } from 'react';

/** One address of the suite with its guard. */
export interface RouteEntry {
  /** `$name` takes one segment, `{-$name}` one that may be missing. */
  readonly path: string;
  /** `guarded` sends whoever is signed out to the sign-in, with the way back; `guests` sends the signed-in on; `public` is everybody's. */
  readonly group: 'guarded' | 'guests' | 'public';
  /** `shell`: the layout that visitor or address choose; a layout's name: always that one. */
  readonly layout: 'shell' | Extract<LayoutName, 'empty'>;
  readonly title: Required<LocalizedText>;
  readonly screen: () => Promise<{ default: ComponentType }>;
  /** Its addresses are one list with a record beside it, or without: between them neither focus nor place is lost. */
  readonly list?: true;
}

/** An address that leads to another one. */
export interface RouteAlias {
  readonly path: string;
  readonly to: string;
}

/** A screen inside the shell, for the signed-in. */
export const screen = (
  path: string,
  title: readonly [en: string, tr: string],
  load: RouteEntry['screen'],
): RouteEntry => ({ path, group: 'guarded', layout: 'shell', title: { en: title[0], tr: title[1] }, screen: load });

/** A screen that shows a list, and at further addresses a record beside it. */
export const listScreen = (...parts: Parameters<typeof screen>): RouteEntry => ({ ...screen(...parts), list: true });

/** A page without chrome. */
export const barePage = (
  group: 'guests' | 'public',
  path: string,
  title: readonly [en: string, tr: string],
  load: RouteEntry['screen'],
): RouteEntry => ({ path, group, layout: 'empty', title: { en: title[0], tr: title[1] }, screen: load });
