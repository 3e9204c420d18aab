import { handlers } from '../kernel/api/api.ts';
import type { CodeTypeService } from './code-types.service.ts';
import type { ConfigurationService } from './configuration.service.ts';
import type { ImpactService } from './impact.service.ts';

export function codeTypeHandlers(types: CodeTypeService) {
  return handlers({
    'GET /api/v1/configuration/columns': ({ actor, query }) => types.columns(actor, query.search),
    'GET /api/v1/configuration/type': async ({ actor, query }) => ({ definition: await types.read(actor, query.type) }),
    'POST /api/v1/configuration/type': ({ actor, body }) => types.create(actor, body),
    'PATCH /api/v1/configuration/type': ({ actor, body }) => types.change(actor, body),
    'POST /api/v1/configuration/type/delete': ({ actor, body }) => types.delete(actor, body.type),
  });
}

export function configurationHandlers(configuration: ConfigurationService, impact: ImpactService) {
  return handlers({
    'GET /api/v1/configuration/types': ({ actor, signal }) => configuration.types(actor, signal),
    'GET /api/v1/configuration/codes': ({ actor, query, signal }) => configuration.codes(actor, query, signal),
    'POST /api/v1/configuration/impact': ({ actor, body, signal }) => impact.compare(actor, body, signal),
    'GET /api/v1/configuration/draft': async ({ actor, query }) => ({
      draft: await configuration.draft(actor, query.type),
    }),
    'PUT /api/v1/configuration/draft': async ({ actor, body }) => ({
      draft: await configuration.putDraft(actor, body.type, body.draft),
    }),
    'POST /api/v1/configuration/rejections': async ({ actor, body }) => ({
      rejected: await configuration.reject(actor, body),
    }),
  });
}
