import type { Announcement, NavigationItem, TenantRef } from '@rise/contract';
import type { SearchItem } from './memory-index.ts';

/** The pages of a menu, which contains only those that its reader may open. */
export function pageItems(menu: readonly NavigationItem[]): SearchItem[] {
  return menu.flatMap(({ id, title, subtitle, link, icon, disabled, children }) => [
    ...(link !== undefined && !disabled ? [{ id, title, detail: subtitle ?? null, link, icon: icon ?? 'link' }] : []),
    ...pageItems(children ?? []),
  ]);
}

/** Announcements that are active for the reader. */
export function announcementItems(announcements: readonly Announcement[]): SearchItem[] {
  return announcements.map(({ id, title, content, link }) => ({
    id,
    title: { en: title },
    detail: content === null ? null : { en: content },
    link: link?.uri ?? null,
    icon: 'megaphone',
  }));
}

/** Tenants that the reader may enter; the link opens the page that enters one. */
export function tenantItems(tenants: readonly TenantRef[]): SearchItem[] {
  return tenants.map(({ id, name, slug }) => ({
    id,
    title: { en: name, tr: name },
    detail: { en: `Enter ${name}`, tr: `${name} kuruluşuna girin` },
    body: { en: slug },
    link: '/choose-tenant',
    icon: 'users',
  }));
}
