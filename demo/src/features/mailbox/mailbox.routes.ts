import { listScreen, type RouteEntry, screen } from '../../routing/route-entry.ts';

const mailbox = (path: string) =>
  listScreen(`/apps/mailbox/${path}/{-$page}/{-$id}`, ['Mailbox', 'Posta kutusu'], () => import('./mailbox.page.tsx'));

export const mailboxPages: readonly RouteEntry[] = [
  listScreen('/apps/mailbox', ['Mailbox', 'Posta kutusu'], () => import('./mailbox.page.tsx')),
  screen(
    '/apps/mailbox/settings',
    ['Mailbox settings', 'Posta kutusu ayarları'],
    () => import('./settings/mailbox-settings.page.tsx'),
  ),
  mailbox('$folder'),
  mailbox('filter/$filter'),
  mailbox('label/$label'),
];
