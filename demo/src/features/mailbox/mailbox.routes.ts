import { listScreen, type RouteEntry } from '../../routing/route-entry.ts';

const mailbox = (path: string) =>
  listScreen(`/apps/mailbox/${path}/{-$page}/{-$id}`, ['Mailbox', 'Posta kutusu'], () => import('./mailbox.page.tsx'));

export const mailboxPages: readonly RouteEntry[] = [
  listScreen('/apps/mailbox', ['Mailbox', 'Posta kutusu'], () => import('./mailbox.page.tsx')),
  mailbox('$folder'),
  mailbox('filter/$filter'),
  mailbox('label/$label'),
];
