import { screen } from '../../routing/route-entry.ts';

export const iconPages = [screen('/ui/icons/$set', ['Icons', 'Simgeler'], () => import('./icons.page.tsx'))];
