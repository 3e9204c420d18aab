import { listScreen, type RouteEntry } from '../../routing/route-entry.ts';

export const chatPages: readonly RouteEntry[] = [
  listScreen('/apps/chat/{-$id}', ['Chat', 'Sohbet'], () => import('./chat.page.tsx')),
];
