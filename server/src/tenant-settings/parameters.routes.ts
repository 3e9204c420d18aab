import { handlers } from '../kernel/api/api.ts';
import type { ParameterService } from './parameters.service.ts';

export function parameterHandlers(parameters: ParameterService) {
  return handlers({
    'GET /api/v1/parameters': ({ actor }) => parameters.list(actor),
    'PATCH /api/v1/parameters': ({ actor, body }) => parameters.set(actor, body),
  });
}
