import { handlers } from '../kernel/api/api.ts';
import type { ParameterImpactService } from './parameter-impact.service.ts';
import type { ParameterService } from './parameters.service.ts';

export function parameterHandlers(parameters: ParameterService, impact: ParameterImpactService) {
  return handlers({
    'GET /api/v1/parameters': ({ actor }) => parameters.list(actor),
    'PATCH /api/v1/parameters': ({ actor, body }) => parameters.set(actor, body),
    'POST /api/v1/parameters/preview': ({ actor, body, signal }) => impact.preview(actor, body, signal),
    'GET /api/v1/parameters/usage': async ({ actor }) => ({ usage: await impact.usage(actor) }),
    'GET /api/v1/parameters/versions': async ({ actor }) => ({ versions: await parameters.versions(actor) }),
    'GET /api/v1/parameters/version': ({ actor, query }) => parameters.version(actor, query.number),
  });
}
