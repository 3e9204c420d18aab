import type { WarehouseConnection } from '@rise/contract';
import { SYSTEM, type Actor } from '../kernel/actor.ts';
import { handlers } from '../kernel/api/api.ts';
import type { ConnectionService } from './connections.service.ts';

/** Engine and place are enough to say which connection it was; its secrets are not read at all. */
function noteBefore(actor: Actor, connection: WarehouseConnection | null): void {
  const { engine, host, database, schema }: Record<string, unknown> = connection?.settings ?? { engine: null };
  actor.record?.note({ before: { engine, host, database, schema } });
}

export function warehouseConnectionHandlers(connections: ConnectionService) {
  return handlers({
    'GET /api/v1/global/warehouse': async ({ actor }) => ({ connection: await connections.read(actor, null) }),
    'PUT /api/v1/global/warehouse': async ({ actor, body }) => ({
      connection: await connections.connect(actor, null, body),
    }),
    'DELETE /api/v1/global/warehouse': async ({ actor }) => {
      noteBefore(actor, await connections.read(actor, null));
      return { connection: await connections.disconnect(actor, null) };
    },
    'GET /api/v1/global/tenants/:id/warehouse': async ({ actor, params }) => ({
      connection: await connections.read(actor, params.id),
    }),
    'PUT /api/v1/global/tenants/:id/warehouse': async ({ actor, params, body }) => ({
      connection: await connections.connect(actor, params.id, body),
    }),
    'DELETE /api/v1/global/tenants/:id/warehouse': async ({ actor, params }) => {
      noteBefore(actor, await connections.read(actor, params.id));
      return { connection: await connections.disconnect(actor, params.id) };
    },
    'GET /api/v1/source': async ({ actor }) => ({ connection: await connections.readOwn(actor.tenantId) }),
    'POST /api/v1/source/test': async ({ actor, body }) => ({
      steps: await connections.diagnose(actor.tenantId, body),
    }),
    'PUT /api/v1/source': async ({ actor, body }) => ({
      connection: await connections.connectOwn(actor.tenantId, body),
    }),
    'DELETE /api/v1/source': async ({ actor }) => {
      noteBefore(actor, await connections.readOwn(actor.tenantId));
      await connections.disconnect(SYSTEM, actor.tenantId);
      return { connection: await connections.readOwn(actor.tenantId) };
    },
  });
}
