import { handlers } from '../kernel/api/api.ts';
import type { MappingApprovalService } from './approval.service.ts';
import type { MappingService } from './mappings.service.ts';

export function mappingHandlers(mappings: MappingService) {
  return handlers({
    'GET /api/v1/mappings': async ({ actor }) => ({ mappings: await mappings.list(actor) }),
    'GET /api/v1/mapping': ({ actor, query: { type, version = null } }) => mappings.read(actor, type, version),
    'GET /api/v1/mapping/versions': async ({ actor, query }) => ({
      versions: await mappings.versions(actor, query.type),
    }),
    'PUT /api/v1/mapping': ({ actor, body }) => mappings.put(actor, body),
    'PATCH /api/v1/mapping': ({ actor, body }) => mappings.patch(actor, body),
    'POST /api/v1/mapping/restore': ({ actor, body }) => mappings.restore(actor, body),
    'GET /api/v1/mapping/changes': ({ actor, query }) => mappings.changes(actor, query.type, query.version),
    'GET /api/v1/mapping/file': ({ actor, query: { type, version = null, format } }) =>
      mappings.exportFile(actor, type, { version, format }),
    'POST /api/v1/mapping/file': ({ actor, body }) => mappings.importFile(actor, body),
  });
}

export function mappingApprovalHandlers(approval: MappingApprovalService) {
  return handlers({
    'GET /api/v1/configuration/approval': ({ actor }) => approval.rule(actor),
    'PUT /api/v1/configuration/approval': ({ actor, body }) => approval.setRule(actor, body),
    'GET /api/v1/configuration/proposals': async ({ actor, query: { type = null } }) => ({
      proposals: await approval.list(actor, type),
    }),
    'POST /api/v1/configuration/proposals': ({ actor, body }) => approval.propose(actor, body),
    'POST /api/v1/configuration/proposals/decide': ({ actor, body }) => approval.decide(actor, body),
  });
}
