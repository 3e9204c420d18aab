import { listScreen, type RouteEntry } from '../../routing/route-entry.ts';

/**
 * One screen for `/details/:id`, `/folders/:folderId` and `/folders/:folderId/details/:id`, so that the list stays as it
 * is while details open and close.
 */
export const fileManagerPages: readonly RouteEntry[] = [
  listScreen(
    '/apps/file-manager/{-$first}/{-$second}/{-$third}/{-$fourth}',
    ['Files', 'Dosyalar'],
    () => import('./file-manager.page.tsx'),
  ),
];
