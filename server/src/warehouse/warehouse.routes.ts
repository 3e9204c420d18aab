import { handlers } from '../kernel/api/api.ts';
import type { Actor } from '../kernel/actor.ts';
import type { VersionHistoryService } from './version-history.service.ts';
import type { WarehouseService } from './warehouse.service.ts';

/** `authorOf`: the email address of who restores a version. */
export function warehouseHandlers(
  warehouses: WarehouseService,
  history: VersionHistoryService,
  authorOf: (actor: Actor) => Promise<string | null>,
) {
  return handlers({
    'GET /api/v1/data-version': ({ actor }) => warehouses.state(actor),
    'GET /api/v1/data-version/history': ({ actor, query }) => history.list(actor, query),
    'POST /api/v1/data-version/restore': async ({ actor, body }) =>
      warehouses.restore(actor, body.version, await authorOf(actor)),
    'PUT /api/v1/data-version/:id/pin': async ({ actor, params, body }) => {
      await history.pin(actor, params.id, body.name);
      return { pinned: body.name };
    },
    'DELETE /api/v1/data-version/:id/pin': async ({ actor, params }) => {
      await history.pin(actor, params.id, null);
      return { pinned: null };
    },
    'GET /api/v1/data-version/retention': ({ actor }) => history.retention(actor),
    'PUT /api/v1/data-version/retention': ({ actor, body }) => history.setRetention(actor, body),
  });
}
