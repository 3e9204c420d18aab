import type { Announcement, TenantRef } from '@rise/contract';
import type { SearchItem } from './memory-index.ts';

/** The screens of the menus that their reader may open. */
export function pageItems(screens: readonly Omit<SearchItem, 'detail'>[]): SearchItem[] {
  return screens.map(({ id, title, link, icon }) => ({ id, title, detail: null, link, icon }));
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
