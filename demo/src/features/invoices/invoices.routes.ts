import { type RouteEntry, screen } from '../../routing/route-entry.ts';
import { VARIANTS } from './variants.ts';

export const invoicePages: readonly RouteEntry[] = VARIANTS.map((variant) =>
  screen(`/pages/invoice/printable/${variant}`, ['Invoice', 'Fatura'], () => import('./invoice.page.tsx')),
);
