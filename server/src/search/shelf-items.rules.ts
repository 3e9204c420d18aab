import type { Announcement, NavigationItem } from '@rise/contract';
import type { ShelfItem } from './shelf.ts';

/** The pages of a menu, which holds only those that its reader may open. */
export function pageItems(menu: readonly NavigationItem[]): ShelfItem[] {
  return menu.flatMap(({ id, title, subtitle, link, icon, disabled, children }) => [
    ...(link !== undefined && !disabled ? [{ id, title, detail: subtitle ?? null, link, icon: icon ?? 'link' }] : []),
    ...pageItems(children ?? []),
  ]);
}

/** Announcements that their reader sees now. */
export function announcementItems(announcements: readonly Announcement[]): ShelfItem[] {
  return announcements.map(({ id, title, content, link }) => ({
    id,
    title: { en: title },
    detail: content === null ? null : { en: content },
    link: link?.uri ?? null,
    icon: 'megaphone',
  }));
}
