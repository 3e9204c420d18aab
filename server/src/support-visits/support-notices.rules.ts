import type { NewNotification } from '../inbox/inbox.service.ts';

const LINK = '/organization';

/** To administrators: someone above the tenants waits for their decision. */
export const visitRequestNotification = (person: string, reason: string): NewNotification => ({
  kind: 'support',
  icon: 'user',
  title: {
    en: `${person} asks to enter your organization for support`,
    tr: `${person} destek için kurumunuza girmek istiyor`,
  },
  description: {
    en: `Reason: ${reason} Allow or decline the request within a day.`,
    tr: `Gerekçe: ${reason} İsteği bir gün içinde onaylayın ya da reddedin.`,
  },
  link: LINK,
});

/** To administrators whose organization has given its standing consent. */
export const visitAllowedNotification = (person: string, reason: string): NewNotification => ({
  kind: 'support',
  icon: 'user',
  title: {
    en: `${person} may enter your organization for support`,
    tr: `${person} destek için kurumunuza girebilir`,
  },
  description: {
    en: `Reason: ${reason} Your setting allows this without asking; you can end the visit at any time.`,
    tr: `Gerekçe: ${reason} Ayarınız buna sormadan izin veriyor; ziyareti istediğiniz zaman sonlandırabilirsiniz.`,
  },
  link: LINK,
});
