import { plainText, type AdministeredAnnouncement, type TenantRef } from '@rise/contract';
import type { AnnouncementService } from '../announcements/announcements.service.ts';
import type { SearchItem } from './memory-index.ts';

type ActiveAnnouncement = Awaited<ReturnType<AnnouncementService['listActive']>>[number];

/** The screens of the menus that their reader may open. */
export function pageItems(screens: readonly Omit<SearchItem, 'detail'>[]): SearchItem[] {
  return screens.map(({ id, title, link, icon }) => ({ id, title, detail: null, link, icon }));
}

/** Announcements that are active for the reader. */
export function announcementItems(announcements: readonly ActiveAnnouncement[]): SearchItem[] {
  return announcements.map(({ id, title, content, linkUri }) => ({
    id,
    title,
    detail: detailOf(content),
    link: linkUri,
    icon: 'megaphone',
  }));
}

/** Without formatting; a language without content of its own has the other's. */
function detailOf({ en, tr }: AdministeredAnnouncement['content']): SearchItem['detail'] {
  const [english, turkish] = [en && plainText(en), tr && plainText(tr)];
  const fallback = english ?? turkish;
  return fallback === null ? null : { en: fallback, ...(turkish !== null && { tr: turkish }) };
}

/** Tenants that the reader may enter, or ask to. */
export function tenantItems(tenants: readonly TenantRef[], isGlobal: boolean): SearchItem[] {
  return tenants.map(({ id, name, slug }) => ({
    id,
    title: { en: name, tr: name },
    detail: isGlobal
      ? { en: `Open ${name}`, tr: `${name} kurumunu açın` }
      : { en: `Enter ${name}`, tr: `${name} kurumuna girin` },
    body: { en: slug },
    link: isGlobal ? `/tenants?q=${slug}&tenant=${id}` : '/choose-tenant',
    icon: 'users',
  }));
}
