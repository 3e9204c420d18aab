import { type RouteEntry, screen } from '../../routing/route-entry.ts';
import { VARIANTS } from './variants.ts';

const TITLE = ['Pricing', 'Fiyatlar'] as const;

export const pricingPages: readonly RouteEntry[] = VARIANTS.map((variant) =>
  screen(`/pages/pricing/${variant}`, TITLE, () => import('./pricing.page.tsx')),
);
