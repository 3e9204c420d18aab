import { handlers } from '../kernel/api/api.ts';
import type { TenantDefaultsService } from './tenant-defaults.service.ts';

export function tenantDefaultsHandlers(defaults: TenantDefaultsService) {
  return handlers({
    'GET /api/v1/global/tenants/:id/defaults': ({ actor, params }) => defaults.read(actor, params.id),
    'PATCH /api/v1/global/tenants/:id/defaults': ({ actor, params, body }) => defaults.change(actor, params.id, body),
    'GET /api/v1/global/tenants/:id/logo': ({ actor, params }) => defaults.logo(actor, params.id),
    'PUT /api/v1/global/tenants/:id/logo': ({ actor, params, body }) => defaults.setLogo(actor, params.id, body.data),
    'DELETE /api/v1/global/tenants/:id/logo': ({ actor, params }) => defaults.removeLogo(actor, params.id),
  });
}
