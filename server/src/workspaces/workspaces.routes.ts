import { handlers } from '../kernel/api/api.ts';
import type { WorkspaceService } from './workspaces.service.ts';

export function workspaceHandlers(workspaces: WorkspaceService) {
  return handlers({
    'GET /api/v1/workspaces': async ({ actor }) => ({ workspaces: await workspaces.list(actor) }),
    'POST /api/v1/workspaces': ({ actor, body }) => workspaces.create(actor, body),
    'PUT /api/v1/workspaces/order': async ({ actor, body }) => ({
      workspaces: await workspaces.saveOrder(actor, body.ids),
    }),
    'PATCH /api/v1/workspaces/:id': ({ actor, params, body }) => workspaces.change(actor, params.id, body),
    'POST /api/v1/workspaces/:id/archive': ({ actor, params }) => workspaces.archive(actor, params.id),
    'POST /api/v1/workspaces/:id/restore': ({ actor, params }) => workspaces.restore(actor, params.id),
    'GET /api/v1/workspaces/:id/members': ({ actor, params }) => workspaces.members(actor, params.id),
    'PUT /api/v1/workspaces/:id/members': async ({ actor, params, body }) => ({
      members: await workspaces.grant(actor, params.id, body.who, body.role),
    }),
    'DELETE /api/v1/workspaces/:id/members/:member': async ({ actor, params }) => ({
      members: await workspaces.revoke(actor, params.id, params.member),
    }),
  });
}
