import { listScreen, type RouteEntry, screen } from '../../routing/route-entry.ts';

const load = () => import('./board.page.tsx');

export const scrumboardPages: readonly RouteEntry[] = [
  screen('/apps/scrumboard', ['Scrumboard', 'İş panosu'], () => import('./boards.page.tsx')),
  listScreen('/apps/scrumboard/$boardId', ['Board', 'Pano'], load),
  listScreen('/apps/scrumboard/$boardId/card/$cardId', ['Board', 'Pano'], load),
];
