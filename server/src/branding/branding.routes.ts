import { handlers } from '../kernel/api/api.ts';
import type { BrandingService } from './branding.service.ts';

export const brandingHandlers = (brandings: BrandingService) =>
  handlers({
    'GET /api/v1/branding': ({ actor }) => brandings.read(actor),
    'PATCH /api/v1/branding': ({ actor, body }) => brandings.set(actor, body),
    'PUT /api/v1/branding/logo': ({ actor, body }) => brandings.setLogo(actor, body.data),
    'DELETE /api/v1/branding/logo': ({ actor }) => brandings.removeLogo(actor),
    'GET /api/v1/branding/logo': ({ actor }) => brandings.logo(actor),
  });
