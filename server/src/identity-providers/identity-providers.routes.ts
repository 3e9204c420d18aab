import { handlers } from '../kernel/api/api.ts';
import type { IdentityProviderService } from './identity-providers.service.ts';

export function identityProviderHandlers(providers: IdentityProviderService) {
  return handlers({
    'GET /api/v1/identity-provider': ({ actor }) => providers.read(actor),
    'PUT /api/v1/identity-provider': ({ actor, body }) => providers.save(actor, body),
    'POST /api/v1/identity-provider/trial': ({ actor, body }) => providers.tryMapping(actor, body),
    'PUT /api/v1/identity-provider/use': ({ actor, body }) => providers.use(actor, body.signIn),
    'DELETE /api/v1/identity-provider': ({ actor }) => providers.remove(actor),
  });
}
