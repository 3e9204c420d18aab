import { listScreen, type RouteEntry } from '../../routing/route-entry.ts';

export const contactPages: readonly RouteEntry[] = [
  listScreen('/apps/contacts/{-$id}', ['Contacts', 'Kişiler'], () => import('./contacts.page.tsx')),
];
