import { handlers } from '../kernel/api/api.ts';
import type { PersonalTokenService } from './personal-tokens.service.ts';

export function personalTokenHandlers(tokens: PersonalTokenService) {
  return handlers({
    'GET /api/v1/account/tokens': ({ actor }) => tokens.list(actor),
    'POST /api/v1/account/tokens': ({ actor, body }) => tokens.create(actor, body),
    'DELETE /api/v1/account/tokens/:id': async ({ actor, params }) => {
      await tokens.revoke(actor, params.id);
      return { revoked: true as const };
    },
  });
}
