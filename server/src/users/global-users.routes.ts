import { handlers } from '../kernel/api/api.ts';
import type { GlobalInvitationService } from './global-invitations.service.ts';
import type { GlobalUserService } from './global-users.service.ts';

export interface GlobalUserServices {
  readonly users: GlobalUserService;
  readonly invitations: GlobalInvitationService;
}

export function globalUserHandlers({ users, invitations }: GlobalUserServices) {
  return handlers({
    'GET /api/v1/global/users': ({ actor, query }) => users.list(actor, query),
    'GET /api/v1/global/users/accounts': ({ query }) => users.findAccounts(query.q),
    'GET /api/v1/global/users/:id': ({ actor, params }) => users.view(actor, params.id),
    'PATCH /api/v1/global/users/:id': ({ actor, params, body }) => users.change(actor, params.id, body.roles),
    'POST /api/v1/global/users/:id/disable': ({ actor, params }) => users.disable(actor, params.id),
    'POST /api/v1/global/users/:id/enable': ({ actor, params }) => users.enable(actor, params.id),
    'POST /api/v1/global/invitations': ({ actor, body }) => invitations.invite(actor, body),
    'GET /api/v1/global/invitations/:id': ({ actor, params }) => invitations.view(actor, params.id),
    'POST /api/v1/global/invitations/:id/resend': ({ actor, params }) => invitations.resend(actor, params.id),
    'DELETE /api/v1/global/invitations/:id': ({ actor, params }) => invitations.revoke(actor, params.id),
  });
}
