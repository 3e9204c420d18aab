import { handlers } from '../kernel/api.ts';
import type { ConfigurationService } from './configuration.service.ts';

export function configurationHandlers(configuration: ConfigurationService) {
  return handlers({
    'GET /api/v1/configuration': ({ actor, query, signal }) => configuration.unmapped(actor, query.type, signal),
  });
}
