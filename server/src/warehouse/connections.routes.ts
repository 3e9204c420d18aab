import { SYSTEM } from '../kernel/actor.ts';
import { handlers } from '../kernel/api/api.ts';
import type { ConnectionService } from './connections.service.ts';

export function warehouseConnectionHandlers(connections: ConnectionService) {
  return handlers({
    'GET /api/v1/global/warehouse': async ({ actor }) => ({ connection: await connections.read(actor, null) }),
    'PUT /api/v1/global/warehouse': async ({ actor, body }) => ({
      connection: await connections.connect(actor, null, body),
    }),
    'DELETE /api/v1/global/warehouse': async ({ actor }) => ({ connection: await connections.disconnect(actor, null) }),
    'GET /api/v1/global/tenants/:id/warehouse': async ({ actor, params }) => ({
      connection: await connections.read(actor, params.id),
    }),
    'PUT /api/v1/global/tenants/:id/warehouse': async ({ actor, params, body }) => ({
      connection: await connections.connect(actor, params.id, body),
    }),
    'DELETE /api/v1/global/tenants/:id/warehouse': async ({ actor, params }) => ({
      connection: await connections.disconnect(actor, params.id),
    }),
    'GET /api/v1/source': async ({ actor }) => ({ connection: await connections.readOwn(actor.tenantId) }),
    'POST /api/v1/source/test': async ({ actor, body }) => ({
      steps: await connections.diagnose(actor.tenantId, body),
    }),
    'PUT /api/v1/source': async ({ actor, body }) => ({
      connection: await connections.connectOwn(actor.tenantId, body),
    }),
    'DELETE /api/v1/source': async ({ actor }) => {
      await connections.disconnect(SYSTEM, actor.tenantId);
      return { connection: await connections.readOwn(actor.tenantId) };
    },
  });
}
