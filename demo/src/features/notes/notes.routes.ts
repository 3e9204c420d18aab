import { listScreen, type RouteEntry } from '../../routing/route-entry.ts';

export const notePages: readonly RouteEntry[] = [
  listScreen('/apps/notes/{-$id}', ['Notes', 'Notlar'], () => import('./notes.page.tsx')),
];
