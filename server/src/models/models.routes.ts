import { handlers } from '../kernel/api/api.ts';
import type { ModelService } from './models.service.ts';

export function modelHandlers(models: ModelService) {
  return handlers({
    'GET /api/v1/model/versions': async ({ actor }) => ({ versions: await models.versions(actor) }),
    'GET /api/v1/model': ({ actor, query }) => models.read(actor, query.version ?? null),
    'PUT /api/v1/model': ({ actor, body }) => models.put(actor, { ...body, origin: 'person' }),
    'POST /api/v1/model/restore': ({ actor, body: { version, message } }) =>
      models.restore(actor, version, { message }),
    'GET /api/v1/model/changes': async ({ actor, query: { from, to } }) => ({
      changes: await models.changes(actor, from, to),
    }),
    'GET /api/v1/model/inheritance': async ({ actor }) => ({ inheritance: await models.inheritance(actor) }),
  });
}
