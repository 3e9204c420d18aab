import { handlers } from '../kernel/api/api.ts';
import { scopeOf } from '../query/query.service.ts';
import type { ModelCheckService } from './model-check.service.ts';
import type { ModelService } from './models.service.ts';

/** A check over the API ends after this time, in milliseconds. */
const CHECK_MS = 10 * 60_000;

export function modelHandlers(models: ModelService, checks: ModelCheckService) {
  return handlers({
    'GET /api/v1/catalog': async ({ actor }) => ({ datasets: await models.catalog(actor) }),
    'GET /api/v1/catalog/usage': async ({ actor, query }) => ({ reports: await models.usage(actor, query) }),
    'GET /api/v1/model/versions': async ({ actor }) => ({ versions: await models.versions(actor) }),
    'GET /api/v1/model': ({ actor, query }) => models.read(actor, query.version ?? null),
    'PUT /api/v1/model': ({ actor, body }) => models.put(actor, { ...body, origin: 'person' }),
    // Administrators look at the rows that they may see.
    'POST /api/v1/model/check': ({ actor, body: { document = null }, signal }) =>
      checks.check(actor, { document, scope: scopeOf(actor), signal, maxMs: CHECK_MS }),
    'POST /api/v1/model/restore': ({ actor, body: { version, message } }) =>
      models.restore(actor, version, { message }),
    'GET /api/v1/model/changes': async ({ actor, query: { from, to } }) => ({
      changes: await models.changes(actor, from, to),
    }),
    'GET /api/v1/model/inheritance': async ({ actor }) => ({ inheritance: await models.inheritance(actor) }),
  });
}
