import { listScreen, type RouteEntry } from '../../routing/route-entry.ts';

export const taskPages: readonly RouteEntry[] = [
  listScreen('/apps/tasks/{-$id}', ['Tasks', 'Görevler'], () => import('./tasks.page.tsx')),
];
