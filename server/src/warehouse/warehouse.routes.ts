import { handlers } from '../kernel/api/api.ts';
import type { WarehouseService } from './warehouse.service.ts';

export function warehouseHandlers(warehouses: WarehouseService) {
  return handlers({
    'GET /api/v1/data-version': ({ actor }) => warehouses.state(actor),
  });
}
