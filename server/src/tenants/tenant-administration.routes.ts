import { handlers } from '../kernel/api/api.ts';
import type { TenantAdministrationService } from './tenant-administration.service.ts';

export function tenantAdministrationHandlers(tenants: TenantAdministrationService) {
  return handlers({
    'GET /api/v1/global/tenants': ({ actor, query }) => tenants.list(actor, query),
    'POST /api/v1/global/tenants': ({ actor, body }) => tenants.create(actor, body),
    'PATCH /api/v1/global/tenants/:id': ({ actor, params, body }) => tenants.change(actor, params.id, body),
    'POST /api/v1/global/tenants/:id/administrator': ({ actor, params, body }) =>
      tenants.inviteAdministrator(actor, params.id, body),
    'POST /api/v1/global/tenants/:id/suspend': ({ actor, params }) => tenants.suspend(actor, params.id),
    'POST /api/v1/global/tenants/:id/restore': ({ actor, params }) => tenants.restore(actor, params.id),
    'POST /api/v1/global/tenants/:id/deletion': ({ actor, params, body }) =>
      tenants.scheduleDeletion(actor, params.id, body.name),
    'DELETE /api/v1/global/tenants/:id/deletion': ({ actor, params }) => tenants.callOffDeletion(actor, params.id),
  });
}
