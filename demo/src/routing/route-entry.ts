import type { LocalizedText } from '@rise/contract';
import type { ScreenEntry } from '@rise/shell/routing';

/** One address of the demo with its guard. */
export interface RouteEntry extends ScreenEntry {
  /**
   * `guarded` redirects signed-out visitors to the sign-in and back; `guests` redirects signed-in ones; `public` is
   * open to all.
   */
  readonly group: 'guarded' | 'guests' | 'public';
  readonly layout: 'shell' | 'empty';
  readonly title: Required<LocalizedText>;
  readonly screen: NonNullable<ScreenEntry['screen']>;
}

/** A screen inside the shell, for signed-in visitors. */
export const screen = (
  path: string,
  title: readonly [en: string, tr: string],
  load: RouteEntry['screen'],
): RouteEntry => ({ path, group: 'guarded', layout: 'shell', title: { en: title[0], tr: title[1] }, screen: load });

/** A screen with a list, and with an open record at further addresses. */
export const listScreen = (...args: Parameters<typeof screen>): RouteEntry => ({ ...screen(...args), list: true });

/** A page without chrome. */
export const barePage = (
  group: 'guests' | 'public',
  path: string,
  title: readonly [en: string, tr: string],
  load: RouteEntry['screen'],
): RouteEntry => ({ path, group, layout: 'empty', title: { en: title[0], tr: title[1] }, screen: load });
