import type { Session } from '@rise/contract';
import type { NavigationItem } from '@rise/ui';
import type { TFunction } from 'i18next';
import { allowed } from '../routing/access.ts';
import type { RouteEntry } from '../routing/route-entry.ts';

/** The main navigation: what of the table has a screen and a place in it, and the person may see. */
export function navigationFor(table: readonly RouteEntry[], session: Session, t: TFunction): NavigationItem[] {
  return table.flatMap((entry) =>
    entry.navigation && entry.screen && allowed(entry, session)
      ? [
          {
            id: entry.path.slice(1),
            type: 'basic' as const,
            title: t(entry.navigation.title),
            icon: entry.navigation.icon,
            href: entry.path,
          },
        ]
      : [],
  );
}
