import { handlers } from '../kernel/api/api.ts';
import type { ProvisioningService } from './provisioning.service.ts';

export function provisioningHandlers(provisioning: ProvisioningService) {
  return handlers({
    'GET /api/v1/provisioning': ({ actor }) => provisioning.view(actor),
    'PATCH /api/v1/provisioning': ({ actor, body }) => provisioning.change(actor, body),
    'POST /api/v1/provisioning/tokens': ({ actor, body }) => provisioning.createToken(actor, body),
    'DELETE /api/v1/provisioning/tokens/:id': ({ actor, params }) => provisioning.revokeToken(actor, params.id),
    'POST /api/v1/provisioning/roles/preview': ({ actor, body }) => provisioning.preview(actor, body),
    'POST /api/v1/provisioning/roles': ({ actor, body }) => provisioning.saveRoles(actor, body),
    'GET /api/v1/provisioning/people': ({ actor, query }) => provisioning.people(actor, query),
    'GET /api/v1/provisioning/requests': ({ actor, query }) => provisioning.requests(actor, query.failed === 'true'),
  });
}
