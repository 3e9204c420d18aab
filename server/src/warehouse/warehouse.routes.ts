import { handlers } from '../kernel/api/api.ts';
import type { WarehouseService } from './warehouse.service.ts';

export function warehouseHandlers(warehouses: WarehouseService) {
  return handlers({
    'GET /api/v1/data-version': ({ actor }) => warehouses.state(actor),
    'GET /api/v1/data-version/history': async ({ actor }) => ({ versions: await warehouses.history(actor) }),
    'POST /api/v1/data-version/restore': ({ actor, body }) => warehouses.restore(actor, body.version),
  });
}
