import { handlers } from '../kernel/api.ts';
import type { Connecting } from './connecting.service.ts';

export function warehouseConnectionHandlers(connecting: Connecting) {
  return handlers({
    'GET /api/v1/global/warehouse': async ({ actor }) => ({ connection: await connecting.read(actor, null) }),
    'PUT /api/v1/global/warehouse': async ({ actor, body }) => ({
      connection: await connecting.connect(actor, null, body),
    }),
    'DELETE /api/v1/global/warehouse': async ({ actor }) => ({ connection: await connecting.disconnect(actor, null) }),
    'GET /api/v1/global/tenants/:id/warehouse': async ({ actor, params }) => ({
      connection: await connecting.read(actor, params.id),
    }),
    'PUT /api/v1/global/tenants/:id/warehouse': async ({ actor, params, body }) => ({
      connection: await connecting.connect(actor, params.id, body),
    }),
    'DELETE /api/v1/global/tenants/:id/warehouse': async ({ actor, params }) => ({
      connection: await connecting.disconnect(actor, params.id),
    }),
  });
}
