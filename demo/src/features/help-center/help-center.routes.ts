import { type RouteEntry, screen } from '../../routing/route-entry.ts';

export const helpCenterPages: readonly RouteEntry[] = [
  screen('/apps/help-center', ['Help center', 'Yardım merkezi'], () => import('./help-center.page.tsx')),
  screen('/apps/help-center/faqs', ['Questions and answers', 'Sorular ve yanıtlar'], () => import('./faqs.page.tsx')),
  screen('/apps/help-center/guides', ['Guides', 'Kılavuzlar'], () => import('./guides.page.tsx')),
  screen('/apps/help-center/guides/$category', ['Guides', 'Kılavuzlar'], () => import('./guide-category.page.tsx')),
  screen('/apps/help-center/guides/$category/$guide', ['Guide', 'Kılavuz'], () => import('./guide.page.tsx')),
  screen('/apps/help-center/support', ['Contact support', 'Desteğe yazın'], () => import('./support.page.tsx')),
];
