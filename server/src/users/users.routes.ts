import { handlers } from '../kernel/api/api.ts';
import type { InvitationService } from './invitations.service.ts';
import type { UserRemovalService } from './remove-user.service.ts';
import type { RowRuleService } from './row-rules.service.ts';
import type { TenantUserService } from './users.service.ts';

export interface TenantUserServices {
  readonly users: TenantUserService;
  readonly removal: UserRemovalService;
  readonly invitations: InvitationService;
  readonly rowRules: RowRuleService;
}

export function tenantUserHandlers({ users, removal, invitations, rowRules }: TenantUserServices) {
  return handlers({
    'GET /api/v1/users': ({ actor, query }) => users.list(actor, query),
    'GET /api/v1/users/members': ({ actor, query }) => users.members(actor, query),
    'GET /api/v1/users/groups': ({ actor }) => users.groups(actor),
    'GET /api/v1/users/:id': ({ actor, params }) => users.view(actor, params.id),
    'PATCH /api/v1/users/:id': ({ actor, params, body }) => users.change(actor, params.id, body),
    'POST /api/v1/users/:id/disable': ({ actor, params }) => users.disable(actor, params.id),
    'POST /api/v1/users/:id/enable': ({ actor, params }) => users.enable(actor, params.id),
    'POST /api/v1/users/:id/remove': ({ actor, params, body }) => removal.remove(actor, params.id, body.handOverTo),
    'GET /api/v1/users/:id/row-rules': ({ actor, params }) => rowRules.preview(actor, params.id),
    'POST /api/v1/users/bulk': ({ actor, body }) => users.bulk(actor, body),
    'POST /api/v1/invitations': ({ actor, body }) => invitations.invite(actor, body),
    'POST /api/v1/invitations/bulk': ({ actor, body }) => invitations.inviteAll(actor, body.invitations),
    'GET /api/v1/invitations/:id': ({ actor, params }) => invitations.view(actor, params.id),
    'POST /api/v1/invitations/:id/resend': ({ actor, params }) => invitations.resend(actor, params.id),
    'DELETE /api/v1/invitations/:id': ({ actor, params }) => invitations.revoke(actor, params.id),
  });
}
