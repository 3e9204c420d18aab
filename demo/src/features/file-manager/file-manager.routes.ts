import { listScreen, type RouteEntry } from '../../routing/route-entry.ts';

const load = () => import('./file-manager.page.tsx');
const files = (path: string) => listScreen(`/apps/file-manager${path}`, ['Files', 'Dosyalar'], load);

export const fileManagerPages: readonly RouteEntry[] = [
  files(''),
  files('/details/$id'),
  files('/folders/$folderId'),
  files('/folders/$folderId/details/$id'),
];
