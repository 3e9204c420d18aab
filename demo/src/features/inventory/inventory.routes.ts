import { listScreen, type RouteEntry } from '../../routing/route-entry.ts';

export const inventoryPages: readonly RouteEntry[] = [
  listScreen('/apps/ecommerce/inventory/{-$id}', ['Inventory', 'Envanter'], () => import('./inventory.page.tsx')),
];
