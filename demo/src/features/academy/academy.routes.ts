import { type RouteEntry, screen } from '../../routing/route-entry.ts';

export const academyPages: readonly RouteEntry[] = [
  screen('/apps/academy', ['Academy', 'Akademi'], () => import('./academy.page.tsx')),
  screen('/apps/academy/$id', ['Course', 'Eğitim'], () => import('./course.page.tsx')),
];
