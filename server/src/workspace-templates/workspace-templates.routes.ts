import { handlers } from '../kernel/api/api.ts';
import type { TemplatePublishingService } from './template-publishing.service.ts';
import type { TemplateUseService } from './template-use.service.ts';

export function workspaceTemplateHandlers(publishing: TemplatePublishingService, uses: TemplateUseService) {
  return handlers({
    'GET /api/v1/workspaces/:id/template': ({ actor, params }) => publishing.preview(actor, params.id),
    'POST /api/v1/workspaces/:id/template': ({ actor, params, body }) => publishing.publish(actor, params.id, body),
    'POST /api/v1/workspaces/:id/fork': ({ actor, params, body }) => uses.fork(actor, params.id, body.name),
    'GET /api/v1/global/workspace-templates': ({ actor }) => publishing.list(actor),
    'PATCH /api/v1/global/workspace-templates/:id': ({ actor, params, body }) =>
      publishing.setTenants(actor, params.id, body.tenants),
    'POST /api/v1/global/workspace-templates/:id/withdraw': ({ actor, params }) =>
      publishing.withdraw(actor, params.id),
    'POST /api/v1/global/workspace-templates/:id/offer': ({ actor, params }) => publishing.offer(actor, params.id),
    'GET /api/v1/workspace-templates': async ({ actor }) => ({ templates: await uses.list(actor) }),
    'POST /api/v1/workspace-templates/:id/add': ({ actor, params, body }) => uses.add(actor, params.id, body.version),
    'POST /api/v1/workspace-templates/:id/update': ({ actor, params, body }) =>
      uses.update(actor, params.id, body.version),
  });
}
