import { type RouteEntry, screen } from '../../routing/route-entry.ts';

export const financePages: readonly RouteEntry[] = [
  screen('/dashboards/finance', ['Finance', 'Finans'], () => import('./finance-dashboard.page.tsx')),
  screen('/dashboards/finance/transactions', ['Transactions', 'İşlemler'], () => import('./transactions.page.tsx')),
];
